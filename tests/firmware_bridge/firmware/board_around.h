/* What is soldered around the controller: sensors behind multiplexers, lights, buttons. */
#ifndef BOARD_AROUND_H
#define BOARD_AROUND_H

#include <stdbool.h>
#include <stdint.h>

#include <sim_avr.h>

#define SENSORS 256
#define LIGHTS 24
#define BUTTONS 3

struct around {
    uint16_t millivolts[SENSORS];
    double noise;
    uint64_t conversions;
    avr_cycle_count_t scan_begun;
    avr_cycle_count_t scan_took;
    uint32_t lights;
};

extern struct around around;

void around_connect(avr_t *avr, uint32_t seed);

/* What a reset makes the simulator forget. */
void around_reset(void);

bool around_press(int button, bool down);

/* A number from 0 to below 1, from one sequence for all that is random. */
double chance(void);

#endif
