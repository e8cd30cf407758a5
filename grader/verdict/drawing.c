// Draws an output in letters.
#include "grader/verdict/drawing.h"

static const char shades[] = " .:-=+*#%@";

// The mean of rows [y0, y1) and columns [x0, x1); -1 where a value is no shade.
static int mean_shade(const int *values, int width, int x0, int x1, int y0, int y1) {
    long sum = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) {
            const int value = values[(size_t)y * (size_t)width + (size_t)x];
            if (value < 0 || value > 255) return -1;
            sum += value;
        }
    return (int)(sum / ((long)(x1 - x0) * (y1 - y0)));
}

static int least(int a, int b) {
    return a < b ? a : b;
}

void draw_output(const CaseData *data, char drawing[DRAWING_SIZE]) {
    const LabParam *output = &data->entry->params[data->entry->output];
    const Product rows = {.count = 1, .factor = {output->size.factor[0]}};
    const int height = (int)product_value(&rows, data->key.size), width = (int)(data->cells / (size_t)height);
    const int columns = least(width, DRAWING_COLUMNS);
    int lines = (int)((long)height * columns / width / 2);
    lines = lines < 1 ? 1 : least(least(lines, height), DRAWING_ROWS);
    const int *values = data->args[data->entry->output].after[0];
    for (int line = 0; line < lines; line++) {
        for (int column = 0; column < columns; column++) {
            const int shade =
                mean_shade(values, width, (int)((long)width * column / columns),
                           (int)((long)width * (column + 1) / columns), (int)((long)height * line / lines),
                           (int)((long)height * (line + 1) / lines));
            *drawing++ = shade < 0 ? '?' : shades[shade * 10 / 256];
        }
        *drawing++ = '\n';
    }
    *drawing = 0;
}
