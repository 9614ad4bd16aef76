"""The text commands of a virtual board: what players do to a board, said in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from companion.rules.board import POINTS
from companion.rules.diagram import diagram
from companion.rules.game import Game
from companion.rules.games import BACKGAMMON, GAMES, find_game
from companion.rules.notation import (
    AmbiguousPlayError,
    IllegalPlayError,
    Notation,
    NotationError,
    booklet,
    international,
)
from companion.rules.players import Pair, Player
from companion.rules.plays import legal_plays
from companion.rules.position import ImpossiblePosition, Position, Setup, Side, start_position
from companion.rules.turn import Turn
from firmware_bridge.payloads import Light
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.fault_menu import FAULTS, set_fault
from firmware_bridge.virtual.hands import Carry, Hands, Movement
from firmware_bridge.virtual.words import CommandError, Words
from firmware_bridge.virtual.world import WorldError

FASTEST = 100
Do: TypeAlias = "Callable[[Commands, Words], str]"


class Commands:
    """Does what is said to one virtual board."""

    def __init__(self, board: VirtualBoard, game: Game = BACKGAMMON) -> None:
        self.board, self.game = board, game
        self.speed = 1.0
        self.is_over = False
        self._waits_until, self._waits_for_hands = 0.0, False
        self.lay_start(game)

    def do(self, line: str) -> str:
        """Do what a line says, and return the answer; errors are answers too."""
        words, self._waits_for_hands = line.split(), False
        if not words or words[0].startswith("#"):
            return ""
        if words[0] not in self.TABLE:
            return f"There is no command {words[0]!r}: 'help' tells them all."
        usage, do = self.TABLE[words[0]]
        try:
            return do(self, Words(words[1:], f"{words[0]} {usage.partition(':')[0]}".strip()))
        except (CommandError, WorldError) as error:
            text = str(error)
            return f"{text[0].upper()}{text[1:]}{'' if text[-1] in '.?' else '.'}"

    # Checkers

    def lay_start(self, game: Game) -> None:
        """Set up the start of a game."""
        self.game = game
        self.board.lay(start_position(game).setup)

    def _start(self, words: Words) -> str:
        name = words.word("the game")
        try:
            game = find_game(name)
        except ValueError as error:
            raise CommandError(str(error)) from error
        words.end()
        self.lay_start(game.with_options({}))
        return f"{game.name} is set up."

    def _position(self, words: Words) -> str:
        counts = [words.number(f"point {point}", -99, 99) for point in range(1, POINTS + 1)]
        bars = Pair(0, 0) if words.is_empty else Pair(words.number("the bar", 0), words.number("the bar", 0))
        words.end()
        white, black = (tuple(max(0, sign * count) for count in counts) for sign in (1, -1))
        on_board = Pair(Side(white, bars.white), Side(black, bars.black))
        self.board.lay(Setup(Pair(*(self._completed(on_board[player], player) for player in Player))))
        return "The position is set up; all other checkers are beside the board."

    def _completed(self, side: Side, player: Player) -> Side:
        beside = max(0, self.game.checkers[player] - side.total)
        reserve = min(beside, self.game.start[player].reserve)
        return Side(side.points, side.bar, reserve, beside - reserve)

    def _place(self, words: Words) -> str:
        player, place, slot = words.player(), words.place(), words.slot_if_named()
        words.end()
        self._only_if_hands_rest()
        board, colour = self.board, self.board.seat.colour(player)
        from_hand = board.colour_held() is colour
        piece = board.held[0] if from_hand else board.world.new(colour)
        board.world.put(piece, board.seat.where(player, place), slot)
        if from_hand:
            del board.held[0]
        board.seat.note(player, place, 1)
        board.look()
        return f"{player.value.title()}'s checker {'from the hand ' if from_hand else ''}lies there."

    def _lift(self, words: Words) -> str:
        named, place, slot = words.player_if_named(), words.place(), words.slot_if_named()
        words.end()
        self._only_if_hands_rest()
        board, seat = self.board, self.board.seat
        if board.held:
            msg = "there is a checker in the hand already: place it first"
            raise CommandError(msg)
        colour = seat.colour(named) if named is not None else None
        where = seat.where(named or Player.WHITE, place)
        board.held[0] = board.world.take(where, colour, slot)
        player = seat.player(board.held[0].colour)
        seat.note(player, place, -1)
        board.look()
        return f"{player.value.title()}'s checker is in the hand."

    def _slide(self, words: Words) -> str:
        named, source, target = words.player_if_named(), words.place(), words.place()
        words.end()
        self._only_if_hands_rest()
        if not (isinstance(source, int) and isinstance(target, int)):
            msg = "a checker slides from point to point"
            raise CommandError(msg)
        player = self._owner(source, named)
        self._move(self._hands(player).slid(Carry(player, source, target), self.board.now))
        return f"{player.value.title()}'s checker slides."

    def _owner(self, point: int, named: Player | None) -> Player:
        sides = self.board.seat.setup.sides
        owners = [player for player in Player if sides[player].points[point - 1] and named in {None, player}]
        if len(owners) != 1:
            msg = "say whose checker: both players have one there" if owners else "no such checker lies there"
            raise CommandError(msg)
        return owners[0]

    # Plays

    def _play(self, words: Words) -> str:
        player, dice, text = words.player(), words.dice(), words.rest("the play")
        self._only_if_hands_rest()
        before = self.board.seat.setup
        after, remark = self._after(self._turn(player, dice, before), text)
        self._move(self._hands(player).play(before, after, begin=self.board.now))
        return f"{player.value.title()} plays {text}{remark}."

    def _turn(self, player: Player, dice: tuple[int, int], before: Setup) -> Turn:
        try:
            return Turn(self.game, Position.of(self.game, before), player, dice)
        except ImpossiblePosition as error:
            msg = f"what lies there is no position of {self.game.name}: {error}"
            raise CommandError(msg) from error

    def _after(self, turn: Turn, text: str) -> tuple[Setup, str]:
        """Return the board after a play, which hands make even if it is against the rules."""
        notation: Notation = booklet if "-" in text.strip("- ") and "/" not in text else international
        plays = legal_plays(turn)
        try:
            return notation.resolve(plays, text).position.setup, ""
        except IllegalPlayError as error:
            return error.after, ", which is against the rules"
        except AmbiguousPlayError as error:
            meant = next(outcome for outcome in plays if plays[outcome] == error.plays[0])
            return meant.position.setup, f" as {notation.write(turn, error.plays[0])}"
        except NotationError as error:
            raise CommandError(str(error)) from error

    def _hands(self, player: Player) -> Hands:
        return Hands(self.game, player, self.board.chance, 1 / self.speed)

    def _move(self, movements: list[Movement]) -> None:
        self.board.mishap = ""
        self.board.move(movements)

    @property
    def is_waiting(self) -> bool:
        """Whether the next command is to wait."""
        return self.board.now < self._waits_until or (self._waits_for_hands and self.board.is_moving)

    def _wait(self, words: Words) -> str:
        if words.is_empty:
            self._waits_for_hands = True
        else:
            self._waits_until = self.board.now + words.seconds("how many seconds")
        words.end()
        return ""

    def _only_if_hands_rest(self) -> None:
        if self.board.is_moving:
            msg = "the hands are still at work"
            raise CommandError(msg)

    def _speed(self, words: Words) -> str:
        speed = words.seconds("the speed")
        words.end()
        if speed > FASTEST:
            msg = f"hands are {FASTEST} times as fast as people's at most"
            raise CommandError(msg)
        self.speed = speed
        return f"The hands are {speed:g} times as fast as people's."

    # Buttons, faults, the rest

    def _press(self, words: Words) -> str:
        return self._button(words, pressed=True)

    def _release(self, words: Words) -> str:
        return self._button(words, pressed=False)

    def _button(self, words: Words, *, pressed: bool) -> str:
        button = words.number("the button", 1, self.board.device.about.buttons)
        words.end()
        self.board.press(button, pressed=pressed)
        return f"Button {button} is {'pressed' if pressed else 'let go'}."

    def _fault(self, words: Words) -> str:
        return set_fault(self.board, words)

    def _restart(self, words: Words) -> str:
        words.end()
        self.board.restart()
        return "The board has started anew."

    def _show(self, words: Words) -> str:
        words.end()
        return diagram(self.board.seat.setup) + "".join(f"{line}\n" for line in self._besides()).rstrip()

    def _besides(self) -> list[str]:
        board = self.board
        hands = [board.seat.player(piece.colour).value.title() for piece in board.held.values()]
        lit = [f"{number} {light.name.lower()}" for number, light in self._lit()]
        states = {"The hands are at work.": board.is_moving, "The board is unplugged.": board.is_gone}
        states |= {"The board does nothing.": board.hangs, board.mishap: bool(board.mishap)}
        return [
            *[f"In the hand: a checker of {', '.join(hands)}."] * bool(hands),
            f"Lights: {', '.join(lit).replace('_', ' ') or 'none'}.",
            *[text for text, holds in states.items() if holds],
        ]

    def _lit(self) -> list[tuple[int, Light]]:
        return [(number, light) for number, light in enumerate(self.board.device.lights, 1) if light]

    def _help(self, words: Words) -> str:
        words.end()
        lines = [f"{name} {usage}".replace(" :", ":") for name, (usage, _) in self.TABLE.items()]
        faults = [f"  fault {name} {usage}" for name, (usage, _) in FAULTS.items()]
        return "\n".join([*lines, *faults, f"Games: {', '.join(GAMES)}."])

    def _quit(self, words: Words) -> str:
        words.end()
        self.is_over = True
        return "Goodbye."

    TABLE: ClassVar[Mapping[str, tuple[str, Do]]] = MappingProxyType(
        {
            "start": ("GAME: set up the start of a game", _start),
            "position": (
                "24 COUNTS [WHITE'S BAR, BLACK'S BAR]: set up points 1 to 24, + White, - Black",
                _position,
            ),
            "play": ("PLAYER DICE NOTATION: let hands play, like: play white 3-1 8/5 6/5", _play),
            "wait": ("[SECONDS]: until the hands have done their work, or so long", _wait),
            "lift": ("[PLAYER] PLACE [SLOT]: take a checker into the hand", _lift),
            "place": (
                "PLAYER PLACE [SLOT]: put down the checker in the hand, or another one",
                _place,
            ),
            "slide": ("[PLAYER] POINT POINT: slide a checker over the points between", _slide),
            "press": ("BUTTON: press a button", _press),
            "release": ("BUTTON: let it go", _release),
            "speed": ("FACTOR: how fast the hands are", _speed),
            "restart": (": start the board anew", _restart),
            "fault": ("NAME [VALUES] or off: something is wrong, see below", _fault),
            "show": (": draw what truly lies there", _show),
            "help": (": this list", _help),
            "quit": (": end", _quit),
        }
    )
    """Every command, what is said after it, and what it does."""
