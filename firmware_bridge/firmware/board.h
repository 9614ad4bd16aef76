/* What this board is made of; a board with other zones, lights or buttons begins here. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 0
#define FIRMWARE_PATCH 1

#define POINTS 24
#define POINT_SLOTS 6
#define SIDES 2
#define SIDE_SLOTS 4
#define CHANNELS (POINTS * POINT_SLOTS + 2 * SIDES * SIDE_SLOTS)
#define LIGHTS 24
#define LIGHT_BYTES ((LIGHTS + 7) / 8)
#define BUTTONS 3

/* SENSES_COLOUR, or SENSES_PRESENCE where either pole may be up in either colour. */
#ifndef SENSING
#define SENSING SENSES_COLOUR
#endif

#define SCANS_PER_SECOND 100
#define SCAN_MS (1000 / SCANS_PER_SECOND)

/* Of a snapshot's data in one frame: all of it, unless a smaller outbox needs smaller parts. */
#ifndef PART_BYTES
#define PART_BYTES (CHANNELS / 2)
#endif

_Static_assert(CHANNELS <= 255, "a channel's number is one byte inside the firmware");
_Static_assert(POINTS * POINT_SLOTS % 2 == 0 && SIDES * SIDE_SLOTS % 2 == 0, "each group begins on a whole byte");

/* Begins anew, as after power-up: says HELLO, counts the start. */
void board_start(void);

/* Does what is due; to be called for ever. */
void board_step(void);

/* Starts the board anew as soon as all is said and stored. */
void board_restart_soon(void);

#endif
