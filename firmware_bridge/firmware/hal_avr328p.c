/* The board's own controller: an ATmega328P at 16 MHz, as on an Arduino Nano. ../firmware/README.md has the wiring. */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/delay.h>

#include "board.h"
#include "hal.h"
#include "outbox.h"
#include "protocol.h"

#define BAUD_RATE 500000UL

#define SELECT_SHIFT PD2
#define SELECT_MASK (0x0F << SELECT_SHIFT)
#define BANKS_OFF (_BV(PB0) | _BV(PB1))
#define LATCH _BV(PB2)
#define SPI_DATA _BV(PB3)
#define SPI_CLOCK _BV(PB5)
#define BUTTON_1 _BV(PD6)
#define BUTTON_2 _BV(PD7)
#define BUTTON_3 _BV(PB4)

/* Supply voltage as reference: the sensors follow it too. */
#define REFERENCE _BV(REFS0)
#define TEMPERATURE (_BV(REFS1) | _BV(REFS0) | _BV(MUX3))

/* --- Why the board has started ----------------------------------------------------------------------------- */

/* Memory that a reset leaves alone. Many bootloaders clear the controller's own note of the cause, MCUSR. */
#define NOINIT __attribute__((section(".noinit")))
#define IS_RUNNING 0x52554E21UL
#define HUNG 0x48554E47UL
#define WAS_TOLD_TO 0x544F4C44UL

static volatile uint32_t mark NOINIT;
static uint8_t reset_flags NOINIT;
static uint8_t cause;

/* Runs before anything else, since after a watchdog reset the watchdog goes on with its shortest time. */
static void note_reset(void) __attribute__((naked, used, section(".init3")));
static void note_reset(void)
{
    reset_flags = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

static uint8_t find_cause(void)
{
    if (reset_flags & _BV(PORF)) {
        return POWER;
    }
    if (mark == WAS_TOLD_TO) {
        return COMMAND;
    }
    if (mark == HUNG || reset_flags & _BV(WDRF)) {
        return WATCHDOG;
    }
    if (reset_flags & _BV(BORF)) {
        return LOW_VOLTAGE;
    }
    return reset_flags & _BV(EXTRF) || mark == IS_RUNNING ? RESET_BUTTON : POWER;
}

uint8_t hal_cause(void)
{
    return cause;
}

/* Jumps instead of waiting for the watchdog, from whose resets old bootloaders do not come back. */
void hal_restart(void)
{
    _delay_us(100);
    cli();
    wdt_disable();
    mark = WAS_TOLD_TO;
    __asm__ volatile("jmp 0");
}

/* --- Watchdog: first a note, then the reset ----------------------------------------------------------------- */

static void watch(void)
{
    cli();
    wdt_reset();
    WDTCSR = _BV(WDCE) | _BV(WDE);
    WDTCSR = _BV(WDIF) | _BV(WDIE) | _BV(WDE) | _BV(WDP2);
    sei();
}

ISR(WDT_vect)
{
    mark = HUNG;
}

void hal_alive(void)
{
    wdt_reset();
    if (mark != IS_RUNNING) {
        mark = IS_RUNNING;
        watch();
    }
}

/* --- Time ------------------------------------------------------------------------------------------------- */

static volatile uint32_t milliseconds;

ISR(TIMER0_COMPA_vect)
{
    milliseconds++;
}

uint32_t hal_millis(void)
{
    const uint8_t flags = SREG;
    cli();
    const uint32_t now = milliseconds;
    SREG = flags;
    return now;
}

static void start_timer(void)
{
    TCCR0A = _BV(WGM01);
    TCCR0B = _BV(CS01) | _BV(CS00);
    OCR0A = F_CPU / 64 / 1000 - 1;
    TIMSK0 = _BV(OCIE0A);
}

/* --- The line to the host ----------------------------------------------------------------------------------- */

#define RECEIVED_BYTES 128

static uint8_t received[RECEIVED_BYTES];
static volatile uint8_t received_head;
static volatile uint8_t received_tail;
static volatile uint16_t lost;

ISR(USART_RX_vect)
{
    const bool wrong = UCSR0A & (_BV(DOR0) | _BV(FE0));
    const uint8_t byte = UDR0;
    const uint8_t next = (received_head + 1) % RECEIVED_BYTES;
    if (next != received_tail) {
        received[received_head] = byte;
        received_head = next;
    }
    if ((wrong || next == received_tail) && lost != UINT16_MAX) {
        lost++;
    }
}

ISR(USART_UDRE_vect)
{
    const int16_t byte = outbox_next();
    if (byte < 0) {
        UCSR0B &= ~_BV(UDRIE0);
    } else {
        UDR0 = (uint8_t)byte;
    }
}

int16_t hal_receive(void)
{
    if (received_tail == received_head) {
        return -1;
    }
    const uint8_t byte = received[received_tail];
    received_tail = (received_tail + 1) % RECEIVED_BYTES;
    return byte;
}

uint16_t hal_lost_bytes(void)
{
    const uint8_t flags = SREG;
    cli();
    const uint16_t count = lost;
    SREG = flags;
    return count;
}

void hal_transmit(void)
{
    UCSR0B |= _BV(UDRIE0);
}

static void start_line(void)
{
    UCSR0A = _BV(U2X0);
    UBRR0 = F_CPU / 8 / BAUD_RATE - 1;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

/* --- Sensors: channel = 16 x multiplexer + its input; eight multiplexers to a bank ----------------------------- */

static void start_converter(void)
{
    DIDR0 = 0x3F;
    ADMUX = REFERENCE;
    /* 16 MHz / 32: 26 us for a conversion. */
    ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS0);
}

void hal_measure(uint8_t channel)
{
    const uint8_t multiplexer = channel / 16;
    PORTB |= BANKS_OFF;
    PORTD = (uint8_t)((PORTD & ~SELECT_MASK) | channel % 16 << SELECT_SHIFT);
    PORTB &= (uint8_t)~(multiplexer < 8 ? _BV(PB0) : _BV(PB1));
    ADMUX = REFERENCE | multiplexer % 8;
    _delay_us(2);
    ADCSRA |= _BV(ADSC);
}

uint16_t hal_measured(void)
{
    loop_until_bit_is_clear(ADCSRA, ADSC);
    return ADC;
}

/* With both banks off the converter's inputs hang in the air; between them it measures its own temperature. */
uint8_t hal_noise(void)
{
    static uint8_t input;
    PORTB |= BANKS_OFF;
    input = (input + 1) % 8;
    ADMUX = TEMPERATURE;
    ADCSRA |= _BV(ADSC);
    const uint16_t warmth = hal_measured();
    ADMUX = REFERENCE | input;
    ADCSRA |= _BV(ADSC);
    const uint16_t air = hal_measured();
    return (uint8_t)(warmth ^ air ^ air >> 8 ^ TCNT0);
}

/* --- Lights and buttons --------------------------------------------------------------------------------------- */

void hal_lights(const uint8_t *bits)
{
    for (uint8_t i = LIGHT_BYTES; i > 0; i--) {
        SPDR = bits[i - 1];
        loop_until_bit_is_set(SPSR, SPIF);
    }
    PORTB |= LATCH;
    PORTB &= (uint8_t)~LATCH;
}

uint8_t hal_buttons(void)
{
    const uint8_t d = PIND, b = PINB;
    return (uint8_t)((d & BUTTON_1 ? 0 : 1) | (d & BUTTON_2 ? 0 : 2) | (b & BUTTON_3 ? 0 : 4));
}

static void start_pins(void)
{
    PORTB = BANKS_OFF | BUTTON_3;
    DDRB = BANKS_OFF | LATCH | SPI_DATA | SPI_CLOCK;
    PORTD = BUTTON_1 | BUTTON_2 | _BV(PD0);
    DDRD = SELECT_MASK | _BV(PD1);
    SPCR = _BV(SPE) | _BV(MSTR);
    SPSR = _BV(SPI2X);
}

/* --- Lasting memory -------------------------------------------------------------------------------------------- */

bool hal_store_ready(void)
{
    return eeprom_is_ready();
}

uint8_t hal_store_read(uint16_t at)
{
    return eeprom_read_byte((const uint8_t *)at);
}

void hal_store_write(uint16_t at, uint8_t value)
{
    eeprom_write_byte((uint8_t *)at, value);
}

/* --- The whole -------------------------------------------------------------------------------------------------- */

void hal_idle(void)
{
    cli();
    if (received_tail == received_head) {
        sleep_enable();
        /* The instruction after sei is carried out before any interrupt: no byte is overslept. */
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int main(void)
{
    cause = find_cause();
    mark = IS_RUNNING;
    start_pins();
    start_timer();
    start_line();
    start_converter();
    set_sleep_mode(SLEEP_MODE_IDLE);
    watch();
    board_start();
    for (;;) {
        board_step();
    }
}
