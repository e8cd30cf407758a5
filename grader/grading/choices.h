// What a person may choose of how cases are run.
#ifndef WARPBOOK_CHOICES_H
#define WARPBOOK_CHOICES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { DEVICE_AUTO, DEVICE_SIM, DEVICE_GPU, DEVICE_BOTH } DeviceChoice;

typedef struct {
    DeviceChoice device;
    const char *gpu; // name of the simulated GPU; NULL: the device's default
    int workers;     // threads of the simulator, 1 or more
    bool seed_given; // else one is drawn
    uint64_t seed;
    bool quiet; // show no progress
} RunChoices;

#endif
