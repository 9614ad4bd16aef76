#include "identity.h"

#include <stdbool.h>

#include "hal.h"
#include "protocol.h"
#include "store.h"

static struct {
    uint8_t id[ID_BYTES];
    uint8_t boots;
} self;

#ifndef BOARD_ID

#define NOISE_BYTES 512

static uint16_t check_of_id(void)
{
    uint16_t crc = 0xFFFF;
    for (uint8_t i = 0; i < ID_BYTES; i++) {
        crc = crc16(crc, self.id[i]);
    }
    return crc;
}

/* Returns whether the id that is stored is whole. */
static bool load_id(void)
{
    for (uint8_t i = 0; i < ID_BYTES; i++) {
        self.id[i] = store_read(STORED_ID + i);
    }
    uint16_t check = check_of_id();
    return store_read(STORED_ID_CHECK) == (uint8_t)check && store_read(STORED_ID_CHECK + 1) == (uint8_t)(check >> 8);
}

static void make_id(void)
{
    uint16_t mixed = 0;
    for (uint16_t i = 0; i < NOISE_BYTES; i++) {
        mixed = crc16(mixed, hal_noise());
        self.id[i % ID_BYTES] ^= (uint8_t)mixed;
        hal_alive();
    }
}

static void store_id(void)
{
    uint16_t check = check_of_id();
    for (uint8_t i = 0; i < ID_BYTES; i++) {
        store_write(STORED_ID + i, self.id[i]);
    }
    store_write(STORED_ID_CHECK, (uint8_t)check);
    store_write(STORED_ID_CHECK + 1, (uint8_t)(check >> 8));
}

static void find_id(void)
{
    if (!load_id()) {
        make_id();
        store_id();
    }
}

#else

/* Set when the firmware was built. */
static void find_id(void)
{
    for (uint8_t i = 0; i < ID_BYTES; i++) {
        self.id[i] = (uint8_t)(BOARD_ID >> 8 * (ID_BYTES - 1 - i));
    }
}

#endif

void identity_start(void)
{
    find_id();
    self.boots = (uint8_t)(store_read(STORED_BOOTS) + 1);
    store_write(STORED_BOOTS, self.boots);
}

const uint8_t *identity_id(void)
{
    return self.id;
}

uint8_t identity_boots(void)
{
    return self.boots;
}
