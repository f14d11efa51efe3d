"""The server of the page: it refuses strangers, and ends without leaving anything behind."""

import asyncio
import contextlib
import socket
import sys
import threading
import time
from dataclasses import replace

import numpy as np
import pytest
import viser

import armillary as arm
from internals import Guard, Page, Subject, free_port
from internals import viser as find_viser
from viewer.looking import of, wait_until


def test_stopping_twice_does_no_harm_and_ends_runs(opened, tmp_path):
    path = tmp_path / "long.toml"
    path.write_text('robot = "planar-3r"\nduration = 40000\nsolver = "rk4"\nrecord = 100\n')
    page = opened(Subject(arm.library.get("planar-3r"), "planar-3r", scenario=path))
    process = page.run.job._process
    page.stop()
    page.stop()
    assert process.poll() is not None


def test_a_page_that_cannot_begin_leaves_nothing_behind():
    motion = arm.simulate(arm.library.get("khatib-rr"), duration=0.1)
    before, port = set(threading.enumerate()), free_port(0)
    with pytest.raises(arm.ArgumentError, match="finite"):
        Page(Subject.of_results({"lost": replace(motion, q=np.full_like(motion.q, np.nan))}), port)
    wait_until(lambda: not [each for each in threading.enumerate() if each not in before])
    assert free_port(port) == port


def test_idle_connections_of_browsers_do_not_hold_up_the_end(capfd):
    page = Page(of("khatib-rr"), free_port(0))
    with socket.create_connection(("127.0.0.1", page.server.get_port())):
        time.sleep(0.2)
        begun = time.monotonic()
        page.stop()
        assert time.monotonic() - begun < 9  # a handshake that never comes would be waited for, 10 s
    assert not page.server._websock_server._server_thread.is_alive()
    assert "".join(capfd.readouterr()) == ""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one loopback address")
def test_the_server_is_for_this_computer_alone(opened):
    page = opened(of("khatib-rr"))
    assert page.address.startswith("http://127.0.0.1:")
    assert page.server.request_share_url() is None
    with pytest.raises(OSError, match="refused"):  # who listens on all addresses listens on this one too
        socket.create_connection(("127.0.0.2", page.server.get_port()), timeout=5)


TOKEN = "{token}"


@pytest.mark.parametrize(
    ("origin", "query", "cookie", "welcome"),
    [
        ("http://127.0.0.1:{port}", f"?token={TOKEN}", "", True),
        ("http://localhost:{port}", "", f"a=b; armillary-{{port}}={TOKEN}", True),
        (None, f"?token={TOKEN}", "", True),
        ("http://127.0.0.1:{port}", "", "", False),
        ("http://127.0.0.1:{port}", "?token=", "armillary-{port}=", False),
        ("http://127.0.0.1:{port}", "?token=guessed", "armillary-{port}=guessed", False),
        ("http://127.0.0.1:1", f"?token={TOKEN}", "", False),
        ("http://evil.example", f"?token={TOKEN}", f"armillary-{{port}}={TOKEN}", False),
        ("null", f"?token={TOKEN}", "", False),
    ],
)
def test_strangers_are_turned_away_before_they_are_connected(opened, origin, query, cookie, welcome):
    """Pages of other sites and of other ports, and whoever does not know the token."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidStatus

    page = opened(of("khatib-rr"))
    port = page.server.get_port()
    words = {"port": port, "token": page.address.partition("token=")[2]}
    assert len(words["token"]) >= 32

    async def talk() -> bool:
        protocols = [f"viser-v{viser.__version__}"]
        try:
            async with connect(
                f"ws://127.0.0.1:{port}/{query.format(**words)}",
                origin=origin and origin.format(**words),
                additional_headers={"Cookie": cookie.format(**words)} if cookie else {},
                subprotocols=protocols, proxy=None, max_size=None,
            ) as connection:  # fmt: skip
                await asyncio.wait_for(connection.recv(), 10)
                return True
        except InvalidStatus as refused:
            return refused.response.status_code != 403

    assert asyncio.run(talk()) is welcome


def test_the_address_is_exchanged_for_a_cookie(opened):
    import http.client

    page = opened(of("khatib-rr"))
    port = page.server.get_port()

    def get(path: str, **headers: str) -> tuple[int, str]:
        """Return the status and the cookie of an answer."""
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            answer.read()
            return answer.status, answer.headers.get("Set-Cookie", "")

    query = page.address.partition("?")[2]
    assert get("/") == (403, "")
    assert get(f"/?{query}", Host=f"evil.example:{port}") == (403, "")
    status, cookie = get(f"/?{query}")
    assert status == 200
    assert "HttpOnly; SameSite=Strict" in cookie
    assert get("/", Cookie=cookie.partition(";")[0])[0] == 200


def test_a_viser_that_cannot_be_guarded_is_not_served(monkeypatch):
    """If viser served in another way, the page would be open to strangers."""
    before = set(threading.enumerate())
    monkeypatch.setattr(Guard, "around_servers", lambda _: contextlib.nullcontext())
    with pytest.raises(arm.ArmillaryError, match="open to strangers"):
        Page(of("khatib-rr"), free_port(0))
    wait_until(lambda: not [each for each in threading.enumerate() if each not in before])


def test_a_port_that_is_taken_is_refused():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(arm.ArgumentError, match="taken"):
            free_port(taken.getsockname()[1])


def test_without_viser_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "viser", None)
    with pytest.raises(arm.errors.MissingExtraError, match=r"armillary\[view\]"):
        find_viser()
