/* The firmware itself on a simulated controller, in real time: its line is a pseudo-terminal, and a socket takes
 * commands that say what the world around it does.   simboard FIRMWARE.elf LINK SOCKET [SEED] */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <avr_eeprom.h>
#include <sim_avr.h>
#include <sim_elf.h>

#include "board_around.h"
#include "line.h"

#define MHZ 16
#define SLICE_CYCLES (500 * MHZ)
#define NAP_CYCLES (200 * MHZ)
#define MOST_LATE 0.2
#define CLIENTS 4
#define COMMAND_BYTES 8192
#define STEPS_A_BYTE 100

#define RAM_BEGIN 0x100
#define RAM_END 0x900
#define UNTOUCHED 0xA5
#define MCUSR 0x54
enum { PORF = 1, EXTRF = 2, BORF = 4 };

/* An endless loop where no program is. */
#define NOWHERE 0x7F00
#define JUMP_TO_ITSELF 0xCFFF

static avr_t *avr;
static double speed = 1, started;
static avr_cycle_count_t started_cycle;
static uint64_t late;
static bool paused, bootloader_clears;
static volatile sig_atomic_t ending;

static struct client {
    int file;
    size_t length;
    char text[COMMAND_BYTES];
} clients[CLIENTS];

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

static void set_clock(void)
{
    started = seconds();
    started_cycle = avr->cycle;
}

/* --- The controller ------------------------------------------------------------------------------------------- */

/* The simulator sleeps up to its next timer; without this one it would not hear the host for a while. */
static avr_cycle_count_t nap(avr_t *unused, avr_cycle_count_t when, void *also_unused)
{
    (void)unused, (void)also_unused;
    return when + NAP_CYCLES;
}

static void do_not_sleep(avr_t *unused, avr_cycle_count_t cycles)
{
    (void)unused, (void)cycles;
}

/* A reset takes away all timers. */
static void keep_napping(void)
{
    if (!avr_cycle_timer_status(avr, nap, NULL)) {
        avr_cycle_timer_register(avr, NAP_CYCLES, nap, NULL);
        around_reset();
        line_reset();
    }
}

static void reset(uint8_t cause)
{
    avr_reset(avr);
    avr->data[MCUSR] = cause;
    keep_napping();
}

static void power_up(void)
{
    memset(avr->data + RAM_BEGIN, UNTOUCHED, RAM_END - RAM_BEGIN);
    reset(PORF);
}

static bool load(const char *path)
{
    elf_firmware_t firmware = {0};
    if (elf_read_firmware(path, &firmware)) {
        return false;
    }
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr->log = LOG_ERROR;
    avr_load_firmware(avr, &firmware);
    avr->frequency = MHZ * 1000000;
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr->sleep = do_not_sleep;
    avr->flash[NOWHERE] = JUMP_TO_ITSELF & 0xFF;
    avr->flash[NOWHERE + 1] = JUMP_TO_ITSELF >> 8;
    return true;
}

static void step(void)
{
    if (bootloader_clears && avr->pc == 0) {
        avr->data[MCUSR] = 0;
    }
    int state = avr_run(avr);
    if (state == cpu_Done || state == cpu_Crashed) {
        fprintf(stderr, "the controller has crashed at 0x%x\n", avr->pc);
        exit(1);
    }
}

static void run_slice(void)
{
    const avr_cycle_count_t end = avr->cycle + SLICE_CYCLES;
    while (avr->cycle < end) {
        line_feed();
        for (int i = 0; i < STEPS_A_BYTE && avr->cycle < end; i++) {
            step();
        }
        keep_napping();
    }
}

/* How many bytes of memory the stack has never reached. */
static int free_memory(void)
{
    int longest = 0, run = 0;
    for (int at = RAM_BEGIN; at < RAM_END; at++) {
        run = avr->data[at] == UNTOUCHED ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

/* --- Commands --------------------------------------------------------------------------------------------------- */

static bool set_all(const char *text)
{
    for (int i = 0; i < SENSORS; i++) {
        around.millivolts[i] = atoi(text);
    }
    return true;
}

static bool set_vector(char *text)
{
    char *end = text;
    for (int i = 0; i < SENSORS; i++, text = end) {
        long millivolts = strtol(text, &end, 10);
        if (end == text) {
            break;
        }
        around.millivolts[i] = millivolts;
    }
    return true;
}

static bool set_one(const char *text)
{
    unsigned channel, millivolts;
    if (sscanf(text, "%u %u", &channel, &millivolts) != 2 || channel >= SENSORS) {
        return false;
    }
    around.millivolts[channel] = millivolts;
    return true;
}

/* One number for both ways, or one for each: to the host, from the host. */
static bool set_ways(const char *text, double *to_host, double *from_host)
{
    int given = sscanf(text, "%lf %lf", to_host, from_host);
    if (given == 1) {
        *from_host = *to_host;
    }
    return given >= 1;
}

static bool set_stored(const char *text)
{
    unsigned at, value;
    uint8_t byte;
    if (sscanf(text, "%u %u", &at, &value) != 2 || at >= 1024) {
        return false;
    }
    byte = value;
    avr_eeprom_desc_t cell = {.ee = &byte, .offset = at, .size = 1};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &cell);
    return true;
}

static bool set_speed(const char *text)
{
    speed = atof(text);
    set_clock();
    return true;
}

static bool set_paused(bool wanted)
{
    paused = wanted;
    set_clock();
    return true;
}

static bool plug(bool wanted)
{
    if (wanted) {
        line_plug();
    } else {
        line_unplug();
    }
    return true;
}

static bool end(void)
{
    ending = 1;
    return true;
}

static bool start(uint8_t cause)
{
    if (cause == PORF) {
        power_up();
    } else {
        reset(cause);
    }
    return true;
}

static bool hang(void)
{
    avr->pc = NOWHERE;
    return true;
}

static bool clear_cause(const char *text)
{
    bootloader_clears = atoi(text);
    return true;
}

static bool is(const char *word, const char *wanted)
{
    return !strcmp(word, wanted);
}

static bool obey(const char *word, char *rest)
{
    return is(word, "set")          ? set_one(rest)
           : is(word, "all")        ? set_all(rest)
           : is(word, "vector")     ? set_vector(rest)
           : is(word, "noise")      ? sscanf(rest, "%lf", &around.noise) == 1
           : is(word, "drop")       ? set_ways(rest, &line.to_host.drop, &line.from_host.drop)
           : is(word, "flip")       ? set_ways(rest, &line.to_host.flip, &line.from_host.flip)
           : is(word, "speed")      ? set_speed(rest)
           : is(word, "pause")      ? set_paused(true)
           : is(word, "resume")     ? set_paused(false)
           : is(word, "reset")      ? start(EXTRF)
           : is(word, "power")      ? start(PORF)
           : is(word, "brownout")   ? start(BORF)
           : is(word, "bootloader") ? clear_cause(rest)
           : is(word, "hang")       ? hang()
           : is(word, "eeprom")     ? set_stored(rest)
           : is(word, "plug")       ? plug(true)
           : is(word, "unplug")     ? plug(false)
           : is(word, "press")      ? around_press(atoi(rest), true)
           : is(word, "release")    ? around_press(atoi(rest), false)
           : is(word, "quit")       ? end()
                                    : false;
}

static void tell_lights(char *answer)
{
    for (int i = 0; i < LIGHTS; i++) {
        *answer++ = around.lights >> i & 1 ? '1' : '0';
    }
    strcpy(answer, "\n");
}

static void tell_state(char *answer, size_t size)
{
    snprintf(answer, size,
             "{\"seconds\": %.6f, \"conversions\": %llu, \"scan_us\": %.1f, \"free_memory\": %d, "
             "\"to_host\": %llu, \"from_host\": %llu, \"unread\": %llu, \"late\": %llu}\n",
             avr->cycle / (MHZ * 1e6), (unsigned long long)around.conversions, (double)around.scan_took / MHZ,
             free_memory(), (unsigned long long)line.to_host.bytes, (unsigned long long)line.from_host.bytes,
             (unsigned long long)line.unread, (unsigned long long)late);
}

static void answer(int file, char *text)
{
    char said[512];
    size_t word = strcspn(text, " ");
    char *rest = text + word + (text[word] == ' ');
    text[word] = 0;
    if (is(text, "lights")) {
        tell_lights(said);
    } else if (is(text, "stat")) {
        tell_state(said, sizeof said);
    } else {
        strcpy(said, obey(text, rest) ? "ok\n" : "what?\n");
    }
    if (write(file, said, strlen(said)) < 0) {
        perror("answer");
    }
}

/* --- The outer world ----------------------------------------------------------------------------------------------- */

static void hear(struct client *client)
{
    ssize_t length = read(client->file, client->text + client->length, COMMAND_BYTES - 1 - client->length);
    if (length <= 0) {
        close(client->file);
        client->file = -1;
        return;
    }
    client->length += length;
    char *begin = client->text, *stop;
    while ((stop = memchr(begin, '\n', client->text + client->length - begin))) {
        *stop = 0;
        answer(client->file, begin);
        begin = stop + 1;
    }
    client->length -= begin - client->text;
    memmove(client->text, begin, client->length);
}

static void welcome(int listening)
{
    int file = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
    for (int i = 0; i < CLIENTS; i++) {
        if (clients[i].file < 0) {
            clients[i].file = file;
            clients[i].length = 0;
            return;
        }
    }
    close(file);
}

static int open_socket(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    unlink(path);
    if (bind(listening, (struct sockaddr *)&address, sizeof address) || listen(listening, CLIENTS)) {
        perror(path);
        exit(1);
    }
    return listening;
}

/* How long to wait so that the controller is no faster than a real one. */
static double ahead(void)
{
    if (paused) {
        return 0.05;
    }
    if (speed <= 0) {
        return 0;
    }
    double by = (avr->cycle - started_cycle) / (MHZ * 1e6 * speed) - (seconds() - started);
    if (by < -MOST_LATE) {
        set_clock();
        late++;
    }
    return by > 0 ? by : 0;
}

static void wait(int listening)
{
    struct pollfd files[CLIENTS + 2] = {{listening, POLLIN, 0}, {line_file(), POLLIN, 0}};
    for (int i = 0; i < CLIENTS; i++) {
        files[i + 2] = (struct pollfd){clients[i].file, POLLIN, 0};
    }
    struct timespec time = {0, ahead() * 1e9};
    if (ppoll(files, CLIENTS + 2, &time, NULL) <= 0) {
        return;
    }
    if (files[0].revents) {
        welcome(listening);
    }
    if (files[1].revents & POLLIN) {
        line_read();
    }
    for (int i = 0; i < CLIENTS; i++) {
        if (files[i + 2].revents) {
            hear(&clients[i]);
        }
    }
}

static void on_signal(int unused)
{
    (void)unused;
    ending = 1;
}

int main(int count, char **arguments)
{
    if (count < 4 || !load(arguments[1])) {
        fprintf(stderr, "simboard FIRMWARE.elf LINK SOCKET [SEED]\n");
        return 2;
    }
    signal(SIGTERM, on_signal);
    signal(SIGINT, on_signal);
    signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < CLIENTS; i++) {
        clients[i].file = -1;
    }
    around_connect(avr, count > 4 ? strtoul(arguments[4], NULL, 10) : 1);
    line_connect(avr, arguments[2]);
    power_up();
    int listening = open_socket(arguments[3]);
    set_clock();
    while (!ending) {
        if (!paused) {
            run_slice();
        }
        line_write();
        wait(listening);
    }
    line_unplug();
    unlink(arguments[3]);
    avr_terminate(avr);
    return 0;
}
