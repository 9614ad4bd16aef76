"""How a broker is reached: addresses that are right and wrong, and files with secrets."""

from pathlib import Path

import pytest

from companion.broker.access import Access, Address, AddressError, TroubleError, Why, others_can_read, read_password

RIGHT = {
    "mqtt://hall": Address("hall", 1883),
    "mqtt://hall.local:1884/": Address("hall.local", 1884),
    "mqtts://10.0.0.2": Address("10.0.0.2", 8883, tls=True),
    " mqtts://[fe80::1]:8000 ": Address("fe80::1", 8000, tls=True),
}
WRONG = {
    "": "scheme",
    "hall": "scheme",
    "hall:1883": "scheme",
    "http://hall": "scheme",
    "tcp://hall:1883": "scheme",
    "mqtt://user:secret@hall": "secret",
    "mqtt://": "place",
    "mqtt://:1883": "place",
    "mqtt://hall:0": "place",
    "mqtt://hall:99999": "place",
    "mqtt://hall:x": "place",
    "mqtt://ha ll": "place",
    "mqtt://-hall": "place",
    "mqtt://hall/path": "place",
    "mqtt://hall?x=1": "place",
    "mqtt://[hall]": "place",
    "mqtt://[::1": "place",
}


@pytest.mark.parametrize("text", RIGHT)
def test_an_address_is_read(text: str) -> None:
    assert Address.parse(text) == RIGHT[text]


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_address_is_refused(text: str) -> None:
    with pytest.raises(AddressError, match=WRONG[text]):
        Address.parse(text)


def test_an_address_is_told() -> None:
    assert str(Address("hall", 1883)) == "hall:1883"
    assert str(Address("::1", 8883, tls=True)) == "[::1]:8883"


@pytest.mark.parametrize("text", ["secret", "secret\n", "secret\r\n", "secret\nmore\n"])
def test_a_password_is_the_first_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "password"
    file.write_bytes(text.encode())
    assert read_password(file) == "secret"


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_password_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "password"
    if content is not None:
        file.write_bytes(content)
    access = Access(Address("hall", 1883), "id", "ada", file)
    with pytest.raises(TroubleError) as caught:
        access.password()
    assert (caught.value.trouble.why, caught.value.trouble.detail) == (Why.PASSWORD_FILE, str(file))


@pytest.mark.parametrize(("mode", "open_"), [(0o600, False), (0o400, False), (0o640, True), (0o604, True)])
def test_who_can_read_a_password_is_seen(tmp_path: Path, mode: int, open_: bool) -> None:  # noqa: FBT001 - a table
    file = tmp_path / "password"
    file.touch()
    file.chmod(mode)
    assert others_can_read(file) is open_
    assert not others_can_read(tmp_path / "nothing")


@pytest.mark.parametrize("content", [None, "no certificate"])
def test_certificates_that_cannot_be_read_are_named(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "file.pem"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    address = Address("hall", 8883, tls=True)
    for access, why in (
        (Access(address, "id", ca_file=file), Why.CA_FILE),
        (Access(address, "id", client_cert=file), Why.CLIENT_CERT),
    ):
        with pytest.raises(TroubleError) as caught:
            access.context()
        assert (caught.value.trouble.why, caught.value.trouble.detail) == (why, str(file))
