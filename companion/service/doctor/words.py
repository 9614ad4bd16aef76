"""What the doctor says: what was found, and how to mend it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.service.view import Message, Param

FINDINGS: Mapping[str, str] = MappingProxyType(
    {
        "said": "{message}",
        "not_used": "Not used: the configuration says so.",
        "failed_itself": "This could not be looked at; the log tells more.",
        "board_answers": "The board answers at {port}; its firmware is {firmware}, its protocol version {version}.",
        "port_denied": "The port {port} may not be opened by this user.",
        "camera_sees": "The camera gives pictures of {wide} by {high} points.",
        "camera_unsure": "The camera gives pictures, but too little of the board is seen to tell whether it was moved.",
        "camera_uncalibrated": "The camera is not calibrated: whose half a die lies in is not known.",
        "dice_small": "In the picture a die is only {edge} points wide: many will not be seen.",
        "camera_missing": "There is no camera at {path}.",
        "camera_denied": "The camera at {path} may not be used by this user.",
        "pins_none": "This machine is no Raspberry Pi: it has no pins for buttons and lights.",
        "pins_ready": "{library} can reach the pins of this machine.",
        "pins_no_library": "There is no library for the pins of this machine.",
        "pins_wrong_library": "RPi.GPIO cannot reach the pins of a {machine}.",
        "pins_two_libraries": "RPi.GPIO and rpi-lgpio are both installed, and overwrite each other.",
        "pins_denied": "The pins may not be used by this user.",
        "gnubg_answers": "GNU Backgammon is installed and answers.",
        "disk_room": "{free} MB of {size} MB are free on the disk with the data.",
        "disk_little": "Only {free} MB of {size} MB are free on the disk with the data.",
        "disk_full": "The disk with the data is full.",
        "disk_denied": "The data folder {path} may not be written by this user.",
        "disk_read_only": "The disk with the data can only be read.",
        "disk_fails": "Nothing can be written to the data folder {path} ({why}).",
        "disk_later": "The data folder {path} is not there yet: the first start makes it.",
        "journal_none": "There is no journal yet: the first start makes it.",
        "journal_denied": "The journal in {path} may not be read by this user.",
        "journal_sound": "Everything in the journal is as it was written.",
        "time_right": "The time is right: it is kept by a time server.",
        "time_unset": "The time was never set: this machine takes it to be the year {year}.",
        "time_jumped": "The time has jumped back: the journal has an event of {day}, which is later than now.",
        "time_unsure": "No time server has told the time yet: dates of matches may be wrong.",
        "time_alone": "Nothing here asks a time server for the time: dates of matches may be wrong.",
        "memory_room": "{free} MB of {size} MB of memory are free.",
        "memory_little": "Only {free} MB of {size} MB of memory are free.",
        "unknown_here": "Not known on this machine.",
        "heat_right": "{degrees} °C.",
        "heat_hot": "{degrees} °C: so hot, the machine slows itself down.",
        "heat_slowed": "The machine slows itself down, or has since its start, because it is hot.",
        "power_right": "The voltage is right.",
        "power_low": "The voltage is too low now.",
        "power_was_low": "The voltage was too low at times since the start.",
        "panel_open": "The panel is open at {addresses}.",
        "panel_here": "The panel is open on this machine alone, at {addresses}.",
        "panel_any_port": "The panel takes another port at each start: it is told when the companion starts.",
        "panel_silent": "Nobody answers at port {port}: the companion is not running.",
        "panel_hangs": "What is at port {port} takes the call and says nothing: the companion hangs, or another program"
        " is there.",
        "panel_foreign": "Another program than the companion answers at port {port}.",
        "panel_ill": "The panel answers at port {port}, but with the error {number}.",
        "set_up_used": "What was chosen in the set-up is used.",
        "set_up_none": "Nothing was chosen in the set-up.",
        "broker_with_hall": "The broker at {address} lets this table in, and a hall is listening: {name}.",
        "broker_alone": "The broker at {address} lets this table in; no hall is listening there now.",
        "broker_unknown_host": "The broker's name is not known in this network: {address}.",
        "broker_unreachable": "Nobody answers at the broker's address {address} ({detail}).",
        "broker_silent": "What is at the broker's address {address} takes the call and says nothing.",
        "broker_lost": "The broker at {address} ends the connection at once.",
        "password_open": "Others on this machine can read the password for the broker, in {path}.",
    }
)
MENDS: Mapping[str, str] = MappingProxyType(
    {
        "plug_board": "Plug the board's USB cable in, and try another one: many cables only charge.",
        "find_port": "Name another port on the page 'Sensor board' of the set-up, or let it be found: auto.",
        "join_group": "Let the user {user} into the group: sudo usermod --append --groups {group} {user};"
        " then start the machine anew.",
        "sign_in_again": "The user {user} has come into the group {group} since: sign in anew, or restart the service.",
        "restart": "The service was started before the system knew such devices: `sudo systemctl restart companion`",
        "rules": "It is not for the group {group}, it belongs to {owner}: install the companion's udev rules"
        " (sudo python3 -m companion.install), then unplug it and plug it in anew.",
        "rules_of_pins": "They are not for the group {group}, they belong to {owner}: install the companion's udev"
        " rules (sudo python3 -m companion.install), then start the machine anew.",
        "find_user": "Find the other program with: sudo fuser -v {path}; end it, then look again.",
        "reset_board": "Press the board's reset button; if it stays silent, flash its firmware anew.",
        "flash_board": "Flash the firmware that belongs to this companion, or bring the companion up to date.",
        "own_firmware": "Flash the board's firmware anew. If it is your own, correct what is named:"
        " firmware_bridge/README.md tells what the companion takes.",
        "other_board": "Plug the board in that is wanted. For another one take board.id out of the configuration,"
        " if it is there, and restart the service.",
        "address": "See to it that the other machine is switched on, in this network, and rightly named.",
        "look_at_log": "Look into the log: `journalctl --unit companion --since -1h`.",
        "light": "Put more light on the board, evenly and from above, and take away what covers the camera.",
        "focus": "Clean the lens, and turn it until the picture is sharp.",
        "calibrate": "Calibrate the camera on the page 'Camera' of the set-up,"
        " or with: `companion camera calibrate {source}`",
        "larger_picture": "Hang the camera lower, or ask it for larger pictures (camera.size in the configuration),"
        " then calibrate it anew.",
        "plug_camera": "Plug the camera in, and see that its cable sits firmly; no camera is found here.",
        "choose_camera": "Choose one of those that are here on the page 'Camera' of the set-up: {found}.",
        "install_pi_camera": "sudo apt install python3-picamera2; the environment must have been made with"
        " --system-site-packages.",
        "install_pins": "sudo apt install python3-rpi-lgpio; the environment must have been made with"
        " --system-site-packages.",
        "no_pins": "Take the pins out of the configuration (the numbers in [gpio]), or connect them to a Raspberry Pi.",
        "reinstall_pins": "sudo apt install --reinstall python3-rpi-lgpio python3-lgpio",
        "other_folder": "Start the companion in a folder in which this user may write.",
        "replace_pins": "Put the other one in its place: sudo apt remove python3-rpi.gpio;"
        " sudo apt install python3-rpi-lgpio; in an environment: pip uninstall RPi.GPIO",
        "install_gnubg": "sudo apt install gnubg; without it, hints come from the companion's own nets.",
        "reinstall_gnubg": "sudo apt install --reinstall gnubg",
        "make_room": "Make room: delete what is not needed, or let pictures of throws have less"
        " (journal.pictures_mb in the configuration).",
        "ask_as": "It belongs to the user {user}: ask as that one: `sudo --user={user} companion doctor`",
        "own_folder": "Give it to the user: sudo chown --recursive {user} {path}",
        "check_disk": "Save the data folder, then start the machine anew; a card that stays so is worn out: change it.",
        "set_aside": "Copy the data folder to another disk; then let the panel set the journal aside: all that is whole"
        " is saved.",
        "move_away": "Move {path} to another folder; a new journal is then begun.",
        "update": "Bring the companion up to date: run `sudo python3 -m companion.install` in the folder of a newer"
        " one.",
        "connect": "Connect the machine to the network, or set the time by hand: sudo timedatectl set-time"
        " '2026-11-18 20:00'. A clock with a battery keeps it when the power is off.",
        "ask_server": "sudo timedatectl set-ntp true; if there is no such service: sudo apt install systemd-timesyncd",
        "less_programs": "End other programs; the desktop takes the most: sudo raspi-config, System, Boot.",
        "cool": "Give the machine more air: a heat sink, a fan, an open case.",
        "power": "Use a power supply that was made for this machine, with a short cable, and fewer devices at its USB.",
        "start": "Start it: `sudo systemctl start companion`; or, without the service: `companion run`",
        "start_anew": "If it is the companion, start it anew: `sudo systemctl restart companion`",
        "right_broker": "Start the broker, look at the network, and compare the address with hall.broker in the"
        " configuration. Until then play goes on: what happens is kept here, and told the hall later.",
        "right_user": "Compare hall.user, and the first line of hall.password_file, with what the broker has.",
        "right_authority": "Name in hall.ca_file the certificate of the authority that has signed the broker's. The"
        " name in hall.broker must be one of those in the broker's certificate.",
        "newer_broker": "Use a broker that knows MQTT 5, as Mosquitto does from version 1.6 on.",
        "readable_file": "Put the file where the configuration names it, so that the user {user} can read it.",
        "close_file": "sudo chmod 600 {path}",
        "choose_again": "Choose again in the set-up, or delete {path}.",
        "other_port": "Choose another port for the companion: panel.port in the configuration.",
    }
)
DOCTOR: Mapping[str, str] = MappingProxyType({**FINDINGS, **MENDS})


def told(code: str, /, **params: Param) -> Message:
    """Return something that the doctor says."""
    template = DOCTOR[code]
    return Message(code, tuple(params.items()), template.format(**params), template)
