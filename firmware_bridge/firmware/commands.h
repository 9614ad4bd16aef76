/* What the host asks for. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdint.h>

#include "inbox.h"

/* A host that is silent for so long is gone. */
#define SILENCE_MS 5000

/* A command that comes again later than this is meant anew. */
#define MEMORY_MS 2000

void commands_start(uint32_t now);

/* Carries out what a frame asks for. */
void commands_run(const struct frame *frame, uint32_t now);

/* The tare that was asked for has come to its end. */
void commands_tared(uint8_t result, uint32_t now);

/* Puts out the lights and ends raw mode if the host is gone. */
void commands_end_scan(uint32_t now);

#endif
