// Initialisers: the bytes of a variable, and the addresses among them.
#include "grader/ptx/parser.h"

#include <string.h>

typedef struct {
    PtxVariable *variable;
    const Dimensions *dimensions;
    size_t element;                // bytes of one value
    size_t stride[MAX_DIMENSIONS]; // bytes of one item in the braces of that level
    size_t position;               // where the next value goes
    size_t capacity;               // bytes that variable->init holds
    bool is_unsized;               // the number of values decides the size
} Initialiser;

typedef struct {
    PtxVariable *variable;
    PtxFunction *function;
    uint64_t addend;
    bool generic;
} Address;

static bool starts_group(const Parser *p) {
    return p->next.kind == TOKEN_SIGN && p->next.sign == '(';
}

// sym, sym+4, generic(sym), generic(sym)+4
static Address parse_address(Parser *p) {
    Address address = {0};
    address.generic =
        p->token.kind == TOKEN_NAME && strcmp(p->token.name->text, "generic") == 0 && starts_group(p);
    if (address.generic) {
        ptx_advance(p);
        ptx_advance(p);
    }
    if (p->token.kind != TOKEN_NAME) ptx_fail_expected(p, "the name of a variable or function");
    PtxOperand symbol = {0};
    ptx_resolve_name(p, &symbol);
    address.variable = symbol.variable;
    address.function = symbol.function;
    address.addend = (uint64_t)ptx_parse_offset(p);
    if (address.generic) {
        ptx_expect_sign(p, ')');
        address.addend += (uint64_t)ptx_parse_offset(p);
    }
    return address;
}

// Makes [position, position + size) part of variable->init.
static void make_room(Parser *p, Initialiser *init, size_t size, const Token *token) {
    PtxVariable *v = init->variable;
    size_t end = init->position + size;
    if (!init->is_unsized) {
        if (end > v->size)
            ptx_fail(p, token, "more values than \"%.100s\" holds: it has %zu bytes", v->name, v->size);
        return;
    }
    if (end > MAX_VARIABLE_SIZE) ptx_fail(p, token, "\"%.100s\" is larger than 1 GiB", v->name);
    if (end > init->capacity) {
        size_t capacity = end * 2;
        uint8_t *bytes = ptx_alloc(p, capacity);
        if (init->capacity) memcpy(bytes, v->init, init->capacity);
        v->init = bytes;
        init->capacity = capacity;
    }
    if (end > v->size) v->size = end;
}

// Another byte of the address that the last relocation writes?
static bool continues(const PtxRelocation *last, const PtxRelocation *byte) {
    return last->variable == byte->variable && last->function == byte->function &&
           last->addend == byte->addend && last->generic == byte->generic &&
           last->offset + (size_t)last->size == byte->offset && last->shift + 8 * last->size == byte->shift;
}

static void add_relocation(Parser *p, Initialiser *init, const Address *address, int size, int shift) {
    PtxVariable *v = init->variable;
    PtxRelocation relocation = {.offset = init->position,
                                .size = size,
                                .shift = shift,
                                .variable = address->variable,
                                .function = address->function,
                                .addend = (int64_t)address->addend,
                                .generic = address->generic};
    if (v->relocation_count > 0 && continues(&v->relocations[v->relocation_count - 1], &relocation)) {
        v->relocations[v->relocation_count - 1].size += size;
        return;
    }
    PtxRelocation *added = ptx_append(p, &v->relocations, &v->relocation_count, sizeof *added);
    *added = relocation;
}

// 0xFF00(sym): one byte of an address
static void parse_address_byte(Parser *p, Initialiser *init) {
    Token token = p->token;
    int shift = token.value ? __builtin_ctzll(token.value) : 0;
    if (shift % 8 != 0 || token.value >> shift != 0xFF)
        ptx_fail(p, &token, "the mask of an address must select one byte, such as 0xFF00");
    if (init->element != 1) ptx_fail(p, &token, "one byte of an address needs an element of one byte");
    ptx_advance(p);
    ptx_expect_sign(p, '(');
    Address address = parse_address(p);
    ptx_expect_sign(p, ')');
    make_room(p, init, 1, &token);
    add_relocation(p, init, &address, 1, shift);
}

static uint64_t to_f64(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t to_f32(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double value_of(const PtxOperand *constant) {
    if (constant->kind == OPERAND_INT) return (double)constant->imm;
    if (constant->kind == OPERAND_F64) {
        double value;
        memcpy(&value, &constant->imm, sizeof value);
        return value;
    }
    uint32_t bits = (uint32_t)constant->imm;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// The bits of a constant as a value of the variable's type. 16-bit floats are written as their bits.
static uint64_t convert(Parser *p, const PtxOperand *constant, PtxType type, const Token *token) {
    if (type == PTX_F32)
        return constant->kind == OPERAND_F32 ? (uint64_t)constant->imm : to_f32((float)value_of(constant));
    if (type == PTX_F64)
        return constant->kind == OPERAND_F64 ? (uint64_t)constant->imm : to_f64(value_of(constant));
    bool is_same_size = (constant->kind == OPERAND_F32 && ptx_type_size(type) == 4) ||
                        (constant->kind == OPERAND_F64 && ptx_type_size(type) == 8);
    if (constant->kind != OPERAND_INT && !is_same_size)
        ptx_fail(p, token, "a floating-point value cannot initialise this type");
    return (uint64_t)constant->imm;
}

static void parse_value(Parser *p, Initialiser *init) {
    Token token = p->token;
    if (token.kind == TOKEN_INT && starts_group(p)) {
        parse_address_byte(p, init);
    } else if (ptx_at_constant(p)) {
        PtxOperand constant = {0};
        ptx_parse_constant(p, &constant);
        uint64_t bits = convert(p, &constant, init->variable->type, &token);
        make_room(p, init, init->element, &token);
        size_t size = init->element < sizeof bits ? init->element : sizeof bits;
        memcpy(init->variable->init + init->position, &bits, size); // both are little-endian
        if (size < init->element && constant.imm < 0)
            memset(init->variable->init + init->position + size, 0xFF, init->element - size);
    } else {
        Address address = parse_address(p);
        if (init->element != 4 && init->element != 8)
            ptx_fail(p, &token, "an address does not fit an element of %zu bytes", init->element);
        make_room(p, init, init->element, &token);
        add_relocation(p, init, &address, (int)init->element, 0);
    }
    init->position += init->element;
}

// { value, { value, ... }, ... } for the given dimension. What is not given stays zero.
static void parse_braces(Parser *p, Initialiser *init, int dimension) {
    Token token = p->token;
    if (dimension >= init->dimensions->count)
        ptx_fail(p, &token, "more nested { } than the array has dimensions");
    ptx_expect_sign(p, '{');
    size_t start = init->position, stride = init->stride[dimension];
    if (ptx_accept_sign(p, '}')) return;
    do {
        if (ptx_at_sign(p, '{')) {
            size_t items = (init->position - start + stride - 1) / stride;
            init->position = start + items * stride;
            make_room(p, init, stride, &token);
            parse_braces(p, init, dimension + 1);
            init->position = start + (items + 1) * stride;
        } else {
            parse_value(p, init);
        }
    } while (ptx_accept_sign(p, ','));
    ptx_expect_sign(p, '}');
}

static void set_strides(Initialiser *init) {
    size_t stride = init->element;
    for (int i = init->dimensions->count - 1; i >= 0; i--) {
        init->stride[i] = stride;
        stride *= init->dimensions->length[i];
    }
}

void ptx_parse_initialiser(Parser *p, PtxVariable *variable, const Dimensions *dimensions) {
    Token token = p->token;
    ptx_expect_sign(p, '=');
    if (variable->space != SPACE_GLOBAL && variable->space != SPACE_CONST)
        ptx_fail(p, &token, "only .global and .const variables can have a value, \"%.100s\" is neither",
                 variable->name);
    Initialiser init = {.variable = variable,
                        .dimensions = dimensions,
                        .element = (size_t)ptx_type_size(variable->type),
                        .is_unsized = dimensions->count > 0 && dimensions->length[0] == 0};
    set_strides(&init);
    if (!init.is_unsized) {
        p->initialiser_total += variable->size;
        if (p->initialiser_total > MAX_VARIABLE_SIZE)
            ptx_fail(p, &token, "the variables with a value are together larger than 1 GiB");
        p->memory_limit +=
            variable->size; // mostly zeros that were never written down, and that take no memory
        variable->init = ptx_alloc(p, variable->size);
    }
    if (dimensions->count > 0)
        parse_braces(p, &init, 0);
    else
        parse_value(p, &init);
    if (!variable->init) variable->init = ptx_alloc(p, 1); // [] = {}
}
