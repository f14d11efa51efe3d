"""The server of the page: viser on this computer alone.

It listens on 127.0.0.1, rejects connections from pages of other sites, and disables viser's tunnels to the internet.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import socket
import threading
import urllib.request
from collections.abc import Callable
from typing import Any

from armillary.errors import ArgumentError, MissingExtraError

HOST = "127.0.0.1"
PORT = 8080
TRIES = 50
FAREWELL = 0.4
"""Seconds that browsers have to close their connections when a server ends."""


def viser() -> Any:
    """Return the module viser.

    Raises:
        MissingExtraError: viser is not installed.
    """
    try:
        import viser as found
    except ImportError as error:
        raise MissingExtraError("viser", "view", "the live page") from error
    return found


def serve(port: int | None, title: str) -> Any:
    """Return a viser server at a port; default: the first free one from `PORT` on.

    Raises:
        ArgumentError: The port is taken.
        MissingExtraError: viser is not installed.
    """
    module = viser()
    with contextlib.redirect_stdout(io.StringIO()):  # it prints a greeting
        server = module.ViserServer(host=HOST, port=free_port(port), label=title, verbose=False)
    server.request_share_url = lambda *_arguments, **_options: None  # no tunnel: the page is for this computer
    server._websock_server.on_client_connect(_own_pages_only(server))
    server.gui.configure_theme(show_logo=False, show_share_button=False, control_width="medium")
    threading.Thread(target=_warm_up, args=(address(server),), daemon=True).start()
    return server


def address(server: Any) -> str:
    """Return the address of the page."""
    return f"http://{HOST}:{server.get_port()}"


def stop(server: Any) -> None:
    """End a server; idle connections that browsers keep open are cut, since the server would wait for them."""
    loop = server.get_event_loop()
    with contextlib.suppress(RuntimeError):  # the server has ended by itself
        loop.call_soon_threadsafe(loop.call_later, FAREWELL, _hang_up)
    with contextlib.redirect_stdout(io.StringIO()):
        server.stop()


def free_port(port: int | None) -> int:
    """Return a free port: `port`, or by default the first free one from `PORT` on."""
    for candidate in (port,) if port is not None else range(PORT, PORT + TRIES):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, candidate))
                return int(probe.getsockname()[1])
            except (OSError, OverflowError):
                continue
    found = f"{port}, which is taken or not allowed" if port is not None else f"{PORT} … {PORT + TRIES - 1}, all taken"
    raise ArgumentError("--port", found, "a free port between 1024 and 65535", "leave it out to take the next free one")


def _hang_up() -> None:
    """Cut the connections that `websockets` still handles in the loop of this thread."""
    for task in asyncio.all_tasks():
        if getattr(task.get_coro(), "__name__", "") == "conn_handler":
            task.cancel()


def _own_pages_only(server: Any) -> Callable[[Any], Any]:
    """Return a callback that closes connections from pages of other sites, whose scripts can reach this computer."""

    async def check(connection: Any) -> None:
        found = server._websock_server._live_connections.get(connection.client_id)
        if found is None:
            return  # already closed
        headers = found.request.headers if found.request is not None else {}
        port = server._websock_server._port
        own = {f"{name}:{port}" for name in (HOST, "localhost")}
        origin, host = headers.get("Origin"), headers.get("Host")
        if host not in own or (origin is not None and origin.removeprefix("http://") not in own):
            await found.close(1008, "not a page of this server")

    return check


def _warm_up(page: str) -> None:
    """Request the page once, so that the first browser need not wait for its compression, about a second."""
    with contextlib.suppress(OSError):
        request = urllib.request.Request(page, headers={"Accept-Encoding": "gzip"})
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=30) as answer:
            answer.read()
