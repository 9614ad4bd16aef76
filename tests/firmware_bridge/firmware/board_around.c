#include "board_around.h"

#include <avr_adc.h>
#include <avr_ioport.h>
#include <avr_spi.h>

#define SUPPLY 5000
#define NO_FIELD 2500
#define LAST_SENSOR 159
#define LATCH 2

struct around around;

static avr_t *mcu;
static avr_irq_t *converter;
static uint8_t port_b, port_d;
static uint32_t shifted;
static bool held[BUTTONS];
static uint32_t state;

static const struct {
    char port;
    int pin;
} button_pins[BUTTONS] = {{'D', 6}, {'D', 7}, {'B', 4}};

static uint32_t next_random(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

double chance(void)
{
    return next_random() / 4294967296.0;
}

/* The sum of twelve has a deviation of 1. */
static double bell(void)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        sum += chance();
    }
    return sum;
}

/* Which sensor is joined to this input of the converter, or -1 for none. */
static int selected(unsigned input)
{
    bool first = !(port_b & 1), second = !(port_b & 2);
    if (input > 7 || first == second) {
        return -1;
    }
    return (int)((first ? 0 : 8) + input) * 16 + (port_d >> 2 & 15);
}

static void time_scan(int sensor)
{
    if (sensor == 0) {
        around.scan_begun = mcu->cycle;
    } else if (sensor == LAST_SENSOR) {
        around.scan_took = mcu->cycle - around.scan_begun;
    }
}

static void on_conversion(avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq, (void)unused;
    union {
        avr_adc_mux_t mux;
        uint32_t value;
    } asked = {.value = value};
    int sensor = selected(asked.mux.src);
    double volts = sensor < 0 ? chance() * SUPPLY : around.millivolts[sensor] + around.noise * bell();
    around.conversions++;
    time_scan(sensor);
    if (asked.mux.src <= 7) {
        avr_raise_irq(converter + ADC_IRQ_ADC0 + asked.mux.src, volts < 0 ? 0 : volts > SUPPLY ? SUPPLY : volts);
    }
}

static void on_spi(avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq, (void)unused;
    shifted = (shifted << 8 | (value & 0xFF)) & 0xFFFFFF;
}

static void on_port_b(avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq, (void)unused;
    if (value & ~port_b & 1 << LATCH) {
        around.lights = shifted;
    }
    port_b = value;
}

static void on_port_d(avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq, (void)unused;
    port_d = value;
}

/* Every write to a port sets its inputs from what pulls them; a change in between is told by itself. */
static void show_buttons(char port)
{
    avr_ioport_external_t pulled = {.name = port};
    for (int i = 0; i < BUTTONS; i++) {
        if (button_pins[i].port == port) {
            pulled.mask |= 1 << button_pins[i].pin;
            pulled.value |= !held[i] << button_pins[i].pin;
        }
    }
    avr_ioctl(mcu, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &pulled);
    for (int i = 0; i < BUTTONS; i++) {
        if (button_pins[i].port == port) {
            avr_raise_irq(avr_io_getirq(mcu, AVR_IOCTL_IOPORT_GETIRQ(port), button_pins[i].pin), !held[i]);
        }
    }
}

/* A reset has cleared the inputs, but not what was told of them last; and what does not change is not told. */
static void forget_inputs(char port)
{
    for (int pin = 0; pin < 8; pin++) {
        avr_io_getirq(mcu, AVR_IOCTL_IOPORT_GETIRQ(port), pin)->value = 0;
    }
}

void around_connect(avr_t *avr, uint32_t seed)
{
    mcu = avr;
    state = seed * 2654435761u | 1;
    converter = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, 0);
    avr_irq_register_notify(converter + ADC_IRQ_OUT_TRIGGER, on_conversion, 0);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), on_spi, 0);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), IOPORT_IRQ_REG_PORT), on_port_b, 0);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), IOPORT_IRQ_REG_PORT), on_port_d, 0);
    for (int i = 0; i < SENSORS; i++) {
        around.millivolts[i] = NO_FIELD;
    }
    around_reset();
}

void around_reset(void)
{
    port_b = port_d = 0xFF;
    for (const char *port = "BD"; *port; port++) {
        forget_inputs(*port);
        show_buttons(*port);
    }
}

bool around_press(int button, bool down)
{
    if (button < 1 || button > BUTTONS) {
        return false;
    }
    held[button - 1] = down;
    show_buttons(button_pins[button - 1].port);
    return true;
}
