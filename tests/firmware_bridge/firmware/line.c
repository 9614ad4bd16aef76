#define _GNU_SOURCE
#include "line.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <avr_uart.h>

#include "board_around.h"

#define BUFFER 65536

struct line line;

static const char *link_path;
static int master = -1, slave = -1;
static avr_irq_t *uart;
static bool held_up;
static uint8_t out[BUFFER], in[BUFFER];
static size_t out_length, in_head, in_tail;

/* Returns whether the byte arrives, damaged or not. */
static bool passes(struct way *way, uint8_t *byte)
{
    way->bytes++;
    if (way->drop > 0 && chance() < way->drop) {
        return false;
    }
    if (way->flip > 0 && chance() < way->flip) {
        *byte ^= 1 << (int)(chance() * 8);
    }
    return true;
}

static void on_sent(avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq, (void)unused;
    uint8_t byte = value;
    if (!passes(&line.to_host, &byte) || master < 0) {
        return;
    }
    if (out_length == BUFFER) {
        line.unread += out_length;
        out_length = 0;
    }
    out[out_length++] = byte;
}

static void on_ready(avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq, (void)value, (void)unused;
    held_up = false;
}

static void on_full(avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq, (void)value, (void)unused;
    held_up = true;
}

void line_connect(avr_t *avr, const char *link)
{
    link_path = link;
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    uart = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), 0);
    avr_irq_register_notify(uart + UART_IRQ_OUTPUT, on_sent, 0);
    avr_irq_register_notify(uart + UART_IRQ_OUT_XON, on_ready, 0);
    avr_irq_register_notify(uart + UART_IRQ_OUT_XOFF, on_full, 0);
    line_plug();
}

void line_plug(void)
{
    char name[128], fresh[4096];
    struct termios modes;
    if (master >= 0) {
        return;
    }
    if (openpty(&master, &slave, name, 0, 0)) {
        perror("openpty");
        exit(1);
    }
    tcgetattr(slave, &modes);
    cfmakeraw(&modes);
    tcsetattr(slave, TCSANOW, &modes);
    fcntl(master, F_SETFL, O_NONBLOCK);
    snprintf(fresh, sizeof fresh, "%s.new", link_path);
    unlink(fresh);
    if (symlink(name, fresh) || rename(fresh, link_path)) {
        perror(link_path);
        exit(1);
    }
}

void line_unplug(void)
{
    if (master < 0) {
        return;
    }
    unlink(link_path);
    close(slave);
    close(master);
    master = slave = -1;
    out_length = in_head = in_tail = 0;
}

int line_file(void)
{
    return master;
}

void line_read(void)
{
    uint8_t bytes[512];
    ssize_t length = master < 0 ? 0 : read(master, bytes, sizeof bytes);
    for (ssize_t i = 0; i < length; i++) {
        size_t next = (in_head + 1) % BUFFER;
        if (next != in_tail && passes(&line.from_host, &bytes[i])) {
            in[in_head] = bytes[i];
            in_head = next;
        }
    }
}

void line_feed(void)
{
    if (in_head != in_tail && !held_up) {
        avr_raise_irq(uart + UART_IRQ_INPUT, in[in_tail]);
        in_tail = (in_tail + 1) % BUFFER;
    }
}

void line_write(void)
{
    if (!out_length || master < 0) {
        return;
    }
    ssize_t written = write(master, out, out_length);
    if (written > 0) {
        out_length -= written;
        memmove(out, out + written, out_length);
    } else if (written < 0 && errno != EAGAIN) {
        out_length = 0;
    }
}

void line_reset(void)
{
    held_up = false;
}
