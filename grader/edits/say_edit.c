// What is wrong where a change makes everything right, and what to do.
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/words.h"
#include "grader/edits/edits.h"
#include "grader/text/append.h"

static bool is_number(const char *text, size_t length) {
    return length && strspn(text, "0123456789") == length;
}

// What kind of thing belongs there. Which one is left to the student.
static const char *in_its_place(const Edit *edit) {
    // Of several places the text has what stands between them, too.
    const size_t length = edit->places > 1 ? strcspn(edit->text, " )];,*/%+-&|<>=") : strlen(edit->text);
    if (is_number(edit->text, length) && is_number(edit->word, strlen(edit->word)))
        return atol(edit->text) > atol(edit->word) ? "a larger number" : "a smaller number";
    for (size_t i = 0; i < length; i++)
        if (!is_word(edit->text[i])) return "something else";
    return length && !is_number(edit->text, length) ? "another name" : "something else";
}

void say_edit(const Edit *edit, char *words, size_t size) {
    switch (edit->kind) {
    case EDIT_COMPARISON:
        append(words, size,
               "The comparison `%s` in this line is not the right one: with another one in its place",
               edit->word);
        break;
    case EDIT_JOIN:
        append(words, size, "`%s` joins two conditions in this line: joined in the other way (&& or ||)",
               edit->word);
        break;
    case EDIT_AXIS:
        append(words, size, "`.%s` in this line is the wrong axis or component: with another one",
               edit->word);
        break;
    case EDIT_SUBSCRIPTS:
        append(
            words, size,
            "The indices of `%s` do not stand in this line in the order in which they stand elsewhere: with two of "
            "them exchanged",
            edit->word);
        break;
    case EDIT_SIGN:
        append(words, size, "`%s` in this line is the wrong operator: with another one", edit->word);
        break;
    case EDIT_EXCHANGE:
        append(words, size, "%s in this line stand in each other's place: exchanged", edit->word);
        break;
    case EDIT_PITCH:
        append(words, size,
               "The product with `%s` in this line has a factor too many or too few: with the right ones",
               edit->word);
        break;
    case EDIT_CONDITION:
        append(words, size, "A comparison of `%s` is missing in this condition: with one beside this one",
               edit->word);
        break;
    case EDIT_ORDER:
        append(words, size, "This statement and the one before it stand in the wrong order: exchanged");
        break;
    case EDIT_PLACE:
        append(words, size, "This statement stands in the wrong place: elsewhere among those around it");
        break;
    case EDIT_OUTSIDE:
        append(
            words, size,
            "This statement stands under a condition, so some threads do not do it, and all must: outside of it");
        break;
    case EDIT_SHIFT:
        append(words, size, "`%s` in this line is one too many or one too few: with 1 added or taken away",
               edit->word);
        break;
    case EDIT_NEGATION:
        append(words, size, "This condition is true where it should be false: the other way round");
        break;
    case EDIT_ALWAYS:
        append(words, size, "This condition keeps away threads, or steps, that must do this too: without it");
        break;
    case EDIT_VALUE:
        append(words, size, "`%s` has no value before it is used for the first time: with 0 to begin with",
               edit->word);
        break;
    case EDIT_FRACTION:
        append(
            words, size,
            "`%s` in this line is divided as a whole number, and the digits after the decimal point are lost: as a float",
            edit->word);
        break;
    case EDIT_CHAINED:
        append(
            words, size,
            "In `%s` the first comparison comes out as 0 or 1, and that is what the second one compares: as two comparisons, joined by &&",
            edit->word);
        break;
    case EDIT_PACE:
        append(words, size,
               "The loop goes on by `%s` in each round, and should go another distance: with that",
               edit->word);
        break;
    case EDIT_APART:
        append(
            words, size,
            "This `else` keeps a thread from what stands behind it where a condition before it holds, and both may hold: without "
            "`else`, here and in what follows");
        break;
    case EDIT_ELSE:
        append(
            words, size,
            "Both this `if` and the one before it may apply to the same thread: with `else` before this one");
        break;
    case EDIT_GROUPING:
        if (!strcmp(edit->word, "!")) {
            append(
                words, size,
                "`!` in this line takes the operand behind it alone: with parentheses around the condition that it is to turn round");
            break;
        }
        if (edit->word[0] && strchr("<>&|^", edit->word[0])) {
            append(
                words, size,
                "`%s` in this line takes another part of the expression than is meant: * / %% go first, then + -, then << >>, then "
                "comparisons, and & ^ | come last. With parentheses",
                edit->word);
            break;
        }
        append(
            words, size,
            strcmp(edit->word, "(")
                ? "`%s` in this line takes another part of the expression than is meant, for * / %% go before + -, and each of "
                  "them from left to right: with parentheses"
                : "The parentheses `%s...)` in this line take in another part of the expression than is meant: with others, or none",
            edit->word);
        break;
    case EDIT_REFERENCE:
        append(
            words, size,
            "`%s` is a copy: the function sets it, and the caller's variable keeps its value. As a reference to that "
            "variable",
            edit->word);
        break;
    case EDIT_TYPE:
        append(words, size,
               "`%s` in this line holds too little for the numbers at this size: with a type that holds more",
               edit->word);
        break;
    case EDIT_MASK:
        append(
            words, size,
            "This shift leaves all bits above those that are wanted, the sign too, and other shifts beside it are masked: with a mask");
        break;
    case EDIT_LIMIT:
        append(words, size, "%s in this line is too small for this size: with a larger number", edit->word);
        break;
    case EDIT_STEP:
        append(words, size, "Nothing in this loop moves `%s` on: with a step added to it each time round",
               edit->word);
        break;
    case EDIT_HANDED:
        append(words, size, "Of the values that are handed on here `%s` gets none: with one more of them",
               edit->word);
        break;
    case EDIT_ROUNDING:
        append(
            words, size,
            "`%s` in this line divides a product of whole numbers, and what is left over is lost: with one factor divided "
            "first, and multiplied by the other one then",
            edit->word);
        break;
    case EDIT_UNSIGNED:
        append(
            words, size,
            "`%s` is a signed number: with its highest bit set it is negative, and so is what / %% >> make of it. As an unsigned "
            "one",
            edit->word);
        break;
    case EDIT_SIGNED:
        append(
            words, size,
            "`%s` is unsigned, because `auto` takes the type of what it is made of, and blockIdx and threadIdx are unsigned: as an int",
            edit->word);
        break;
    case EDIT_POWER:
        append(
            words, size,
            "`%s` is no power: ^ compares the bits of two numbers, and 5 ^ 2 is 7. With a product in its place",
            edit->word);
        break;
    case EDIT_DONE_ONCE:
        append(words, size,
               "A `do ... while` does its work once before it asks anything: with its condition asked first");
        break;
    case EDIT_SKIPPED:
        append(words, size,
               "This `continue` skips the steps at the end of the loop, `%s`: with them before it",
               edit->word);
        break;
    case EDIT_NEGATIVE:
        append(
            words, size,
            "What stands before `%s` in this line may be below 0, and then so is the remainder: with the divisor added before",
            edit->word);
        break;
    case EDIT_EMPTY:
        append(words, size,
               "The `;` behind this `%s (...)` ends it, and what follows does not belong to it: without that",
               edit->word);
        break;
    case EDIT_CAPTURE:
        append(
            words, size,
            "The lambda has copies of what it uses, made in this line; `%s` is changed in line %d, behind it. With references",
            edit->word, edit->last_line);
        break;
    case EDIT_AGAIN:
        append(
            words, size,
            "`%s` gets its value here, before the loop, and keeps it in every step: with the same again at the beginning of each",
            edit->word);
        break;
    case EDIT_SPARE:
        append(words, size,
               "By this line `%s` has another value, and what it had is lost: with that set aside before",
               edit->word);
        break;
    case EDIT_TURNED:
        append(
            words, size,
            "This loop goes through `%s` from the wrong end: it overwrites what its next round moves. From the other end",
            edit->word);
        break;
    case EDIT_ROUNDED_UP:
        append(words, size, "The division `%s` in this line drops what is left over: rounded up", edit->word);
        break;
    case EDIT_WHOLE_REST:
        append(
            words, size,
            "The remainder `%s` in this line is 0 where the division comes out even, and a whole part is left there: "
            "with that",
            edit->word);
        break;
    case EDIT_ADDEND:
        append(
            words, size,
            strncmp(edit->text, edit->word, strlen(edit->word)) || edit->text[strlen(edit->word)] != ' '
                ? "An index of `%s` in this line lacks something that is added to the same index of it elsewhere: with that"
                : "`%s` in this line lacks something that is added to it elsewhere: with that",
            edit->word);
        break;
    case EDIT_ALTERNATIVE:
        append(
            words, size,
            "This condition lets the last threads of a block through, by `%s`; where the grid ends inside of the block, along `%s`, the "
            "last ones lie before them. With a comparison of `%s` with the end of the grid beside this one, joined by ||",
            edit->word, edit->other, edit->other);
        break;
    case EDIT_BOUND:
        append(words, size,
               "This condition keeps away threads that have an element of their own: with `%s` in its place",
               edit->other);
        break;
    case EDIT_WRAPPED:
        append(
            words, size,
            "This index runs past an end of `%s`: an array that is gone through in turn goes on at its other end. With that index",
            edit->word);
        break;
    case EDIT_RING:
        if (strchr(edit->word, '=')) {
            append(
                words, size,
                "`%s` are fixed places in an array that the loop behind goes through by a remainder, which depends on where it begins: "
                "with that remainder here, too",
                edit->word);
            break;
        }
        append(
            words, size,
            "The elements of `%s` that are set here have fixed numbers, and the loop behind looks for them by a remainder that depends on "
            "where it begins: with that remainder here, too",
            edit->word);
        break;
    case EDIT_CLAMPED:
        append(
            words, size,
            "`%s` was cut off where it was computed, so that it is inside for every thread, and this comparison lets all of them "
            "through: with the number that it was cut off from",
            edit->word);
        break;
    case EDIT_STAYS:
        append(
            words, size,
            "Threads leave the kernel here that others need, for they fill what others read, or are waited for: without this return");
        break;
    case EDIT_ONLY_NEXT:
        append(
            words, size,
            "`%s` takes from these threads all that stands behind it, and the condition holds for the next statement alone: with that "
            "left out, and nothing else",
            edit->word);
        break;
    case EDIT_GOES_ON:
        append(words, size,
               "`%s` ends here what is left of the loop, not this step alone: with `continue` in its place",
               edit->word);
        break;
    case EDIT_LEFT_OUT:
        append(words, size, "Some threads get another `%s` here, and go on with it: without this line",
               edit->word);
        break;
    case EDIT_ORIGIN:
        append(
            words, size,
            "`%s` in this line counts the steps from another one than the line that fills these elements does: it finds what an "
            "earlier step, or nothing, has put there. Counted from the same one",
            edit->word);
        break;
    case EDIT_FLAT:
        append(
            words, size,
            "The threads of the block are numbered through here with `%s`, which is not the block's own size: with the block's "
            "sizes",
            edit->word);
        break;
    case EDIT_ARGUMENT:
        append(
            words, size,
            "`%s` in this line is a constant, and the launch hands the kernel another number as `%s`: with `%s` in its place",
            edit->word, edit->other, edit->other);
        break;
    case EDIT_DIGIT:
        append(
            words, size,
            "`%s` in this line is to take one coordinate out of a flat number, and takes something else: with a division or a "
            "remainder (%%) more",
            edit->word);
        break;
    case EDIT_MEMBERS:
        append(words, size,
               "The members `%s` do not stand in the order in which their values come: in another one",
               edit->word);
        break;
    case EDIT_LATE_GUARD:
        if (edit->last_line == edit->line)
            append(
                words, size,
                "In this line the access comes before the condition that is to keep threads away from it: with that one first");
        else
            append(
                words, size,
                "Threads come here that the condition in line %d is to keep away: it comes too late, for this line stands before "
                "it. With the same condition before this line",
                edit->last_line);
        break;
    case EDIT_BARRIER: append(words, size, "A barrier is missing behind this statement: with one"); break;
    case EDIT_MACRO:
        append(
            words, size,
            "The text of the macro `%s` has no parentheses: where it is used, an operator beside it takes only a part "
            "of it, or of what is given to it. With parentheses",
            edit->word);
        break;
    default:
        append(words, size, "`%s` in this line is not what belongs there: with %s in its place", edit->word,
               in_its_place(edit));
    }
    if (edit->places > 1 && edit->last_line == edit->line)
        append(words, size, ", at each of %d places of this line", edit->places);
    else if (edit->places > 1)
        append(words, size, ", here and down to line %d at %d places", edit->last_line, edit->places);
    append(words, size, ", every result that was tried is right.");
}

const char *edit_advice(const Edit *edit) {
    switch (edit->kind) {
    case EDIT_COMPARISON:
    case EDIT_JOIN:
    case EDIT_CONDITION:
    case EDIT_ALTERNATIVE:
    case EDIT_NEGATION:
    case EDIT_ALWAYS:
    case EDIT_CLAMPED:
        return "Which threads must pass this condition, and which must not? Try the first and the last one along each axis.";
    case EDIT_ORDER:
    case EDIT_PLACE: return "What must have happened before this statement, and what only after it?";
    case EDIT_OUTSIDE:
        return "What every thread of the block goes by, or hands on to others, must change in all of them.";
    case EDIT_MACRO:
        return "Put each parameter, and the whole text, in parentheses, or make it a function or a constant.";
    case EDIT_FRACTION:
        return "1 / 2 of two ints is 0: write one of them with a point and an f, 1.0f, or multiply by 0.5f.";
    case EDIT_CHAINED: return "Write 0 < x && x < n: C has no comparison of three values.";
    case EDIT_PACE:
        if (strstr(edit->text, "blockDim"))
            return "The threads begin one beside the other: each goes on by as many elements as there are threads.";
        return "How many points does a round of the loop compute? The next round begins behind them, wherever its halo begins.";
    case EDIT_APART:
        return "A thread at an edge or a corner of the block has more than one of these to do. Which of the conditions may hold "
               "together?";
    case EDIT_ELSE: return "Which of the two is to be done where both conditions hold?";
    case EDIT_GROUPING:
        return "Put in parentheses what is to be computed first, and nothing else: a / (b * c), (a - b) / c, a + b * c.";
    case EDIT_REFERENCE: return "Write & before the name in the list of parameters, or return the new value.";
    case EDIT_TYPE:
        return "Up to which number is every whole number exact in it? 8 bits end at 255, 16 bits at 65535, a float at 2^24. "
               "Indices are ints.";
    case EDIT_LIMIT: return "Compute it from n, so that no size is too large for it.";
    case EDIT_STEP: return "How many elements lie between what this step uses and what the next one does?";
    case EDIT_HANDED:
        return "Go through the values one by one: which one does each of them take over for the next step?";
    case EDIT_ROUNDING:
        return "Of ints a * b / c is not a / c * b: 3 * 5 / 2 is 7, and 3 / 2 * 5 is 5. Which number is to be halved, or split?";
    case EDIT_DIGIT:
        return "Rows of a cells and planes of b rows: cell t lies at x = t % a, y = t / a % b, z = t / (a * b).";
    case EDIT_UNSIGNED:
        return "Take bits and bytes out of an unsigned number: -1 % 256 is -1, and 4294967295 % 256 is 255.";
    case EDIT_MASK: return "Take the bits that are wanted alone: x >> 16 & 255.";
    case EDIT_SIGNED: return "Write int for auto: 0 - 1 is then -1, and not 4294967295.";
    case EDIT_POWER: return "C has no mark for a power: write the product.";
    case EDIT_DONE_ONCE:
        return "Which threads have nothing to do from the start? Ask first: while (...) { }.";
    case EDIT_SKIPPED:
        return "Put the steps into the head of the loop, or the work into if (...) { } without `continue`.";
    case EDIT_NEGATIVE: return "-1 % 3 is -1 in C: write (i + 2) % 3 for the one before i.";
    case EDIT_EMPTY: return "No `;` stands behind the condition of an if, or the head of a loop.";
    case EDIT_CAPTURE: return "Write [&], or put the lambda behind the last change of what it uses.";
    case EDIT_ROUNDED_UP:
        return "The last part may be an incomplete one, and counts too: (a + b - 1) / b parts of b are enough for a.";
    case EDIT_WHOLE_REST:
        return "Take the smaller of what is left and a whole part: min(rest, part). Or write (a - 1) % b + 1 for a % b.";
    case EDIT_BOUND:
        return "Ask whether the element lies past the end, and nothing else; or work out for the last element what this condition comes to.";
    case EDIT_WRAPPED:
        return "One element, or one plane, behind the last one is the first: take the index modulo the array's length, and add that before "
               "where it may be below 0.";
    case EDIT_RING:
        return "Which elements does the first round of the loop read? Work it out for a block that does not begin at 1.";
    case EDIT_STAYS:
        return "Put a condition around what these threads must not do, and let all of them go on to the next barrier.";
    case EDIT_ONLY_NEXT:
        return "Put the condition around what it is to keep threads from, if (...) { }, and let them go on behind it.";
    case EDIT_GOES_ON:
        return "Which steps are these threads to leave out: this one, or all that follow? `continue` leaves out one.";
    case EDIT_LEFT_OUT:
        return "What these threads are not to do belongs in a condition of its own; all the rest, loads and barriers, they do with the others.";
    case EDIT_ORIGIN:
        return "Write down for two steps, of the second block too, which element is filled and which one is read.";
    case EDIT_FLAT:
        return "Thread (x, y, z) is number (z * blockDim.y + y) * blockDim.x + x: else some numbers occur twice, or never.";
    case EDIT_ARGUMENT:
        return "What the launch chooses the kernel must use wherever it counts with it: else parts overlap, or leave gaps.";
    case EDIT_AGAIN:
        return "What is another element in each step must be loaded, or handed on, in each step: inside the loop.";
    case EDIT_SPARE:
        return "Values that change places in turn need one variable more: it takes the first value before that is overwritten.";
    case EDIT_TURNED:
        return "Begin with the element that nothing needs any more: into it the first one is moved.";
    case EDIT_LATE_GUARD:
        return "Move what reads or writes memory behind the condition, or the condition before it.";
    case EDIT_MEMBERS:
        return "Values in braces, and the bytes of a number in a union, go to the members in the order of their declaration; the "
               "lowest byte comes first.";
    case EDIT_BARRIER: return "Put it where every thread of the block reaches it.";
    case EDIT_VALUE: return "Give it a value where it is declared: a sum begins with 0.";
    default: return "Work out by hand what this line computes for one thread, and what it should.";
    }
}
