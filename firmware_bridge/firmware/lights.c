#include "lights.h"

#include <stdbool.h>
#include <string.h>

#include "board.h"
#include "hal.h"

enum light { LIGHT_OFF = 0, LIGHT_ON = 1, LIGHT_BLINKING = 2, LIGHT_BLINKING_FAST = 3 };

/* As bits of the time: on and off for so many milliseconds each. */
#define BLINK_MS 512
#define FAST_BLINK_MS 128

static uint8_t states[(LIGHTS + 3) / 4];

void lights_start(void)
{
    lights_set(states, 0);
}

void lights_set(const uint8_t *wanted, uint8_t length)
{
    for (uint8_t i = 0; i < sizeof states; i++) {
        states[i] = i < length ? wanted[i] : 0;
    }
}

static bool is_lit(uint8_t light, uint32_t now)
{
    switch (states[light / 4] >> light % 4 * 2 & 3) {
    case LIGHT_ON:
        return true;
    case LIGHT_BLINKING:
        return now & BLINK_MS;
    case LIGHT_BLINKING_FAST:
        return now & FAST_BLINK_MS;
    default:
        return false;
    }
}

void lights_show(uint32_t now)
{
    uint8_t bits[LIGHT_BYTES] = {0};
    for (uint8_t light = 0; light < LIGHTS; light++) {
        if (is_lit(light, now)) {
            bits[light / 8] |= (uint8_t)(1 << light % 8);
        }
    }
    hal_lights(bits);
}
