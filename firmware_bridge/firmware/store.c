#include "store.h"

#include "hal.h"

static void wait(void)
{
    while (!hal_store_ready()) {
        hal_alive();
    }
}

uint8_t store_read(uint16_t at)
{
    wait();
    return hal_store_read(at);
}

void store_write(uint16_t at, uint8_t value)
{
    if (store_read(at) != value) {
        hal_store_write(at, value);
    }
}
