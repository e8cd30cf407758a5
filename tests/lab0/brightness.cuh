// The brightness of a pixel, right.
#pragma once

static __device__ int brightness(int rgb) {
    return (77 * (rgb >> 16 & 255) + 150 * (rgb >> 8 & 255) + 29 * (rgb & 255)) / 256;
}
