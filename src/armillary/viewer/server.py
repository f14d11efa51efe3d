"""The server of the page: viser on this computer, for the user who started it alone.

It listens on 127.0.0.1 and disables viser's tunnels to the internet. Every request is checked before viser sees it, and
before a WebSocket is accepted: the page of another site has another origin, and another user of this computer does not
know the token in the address. A browser that has opened the address keeps the token in a cookie. Command lines are
public on a computer, so a browser is started with a private file that redirects to the address.

viser does not check. It serves through `websockets.asyncio.server.serve`, so `serve` gives that function one while
viser starts. A viser that starts in another way is stopped again, so that no page is open to strangers.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.cookies
import io
import secrets
import socket
import tempfile
import threading
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

from armillary.errors import ArgumentError, ArmillaryError, MissingExtraError
from armillary.files.atomic import write_content
from armillary.tables.html import render

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
        import viser as module
    except ImportError as error:
        raise MissingExtraError("viser", "view", "the live page") from error
    return module


def serve(port: int | None, title: str) -> tuple[Any, str]:
    """Return a viser server at a port, default the first free one from `PORT` on, and the address of its page.

    Raises:
        ArgumentError: The port is taken.
        MissingExtraError: viser is not installed.
        ArmillaryError: This version of viser cannot be guarded.
    """
    module = viser()
    guard = Guard()
    with contextlib.redirect_stdout(io.StringIO()), guard.around_servers():  # viser prints a greeting
        server = module.ViserServer(host=HOST, port=free_port(port), label=title, verbose=False)
    if not guard.in_use:
        stop(server)
        raise ArmillaryError(f"viser {module.__version__} serves in an unknown way, open to strangers; try viser 1.1")
    server.request_share_url = lambda *_arguments, **_options: None  # no tunnel: the page is for this computer
    server.gui.configure_theme(show_logo=False, show_share_button=False, control_width="medium")
    address = f"http://{HOST}:{server.get_port()}/?token={guard.token}"
    threading.Thread(target=_warm_up, args=(address,), daemon=True).start()
    return server, address


class Guard:
    """Admits requests of own pages that know the token of one server."""

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(24)
        self.in_use = False

    @contextlib.contextmanager
    def around_servers(self) -> Iterator[None]:
        """Check the requests of every server that begins in the meantime."""
        from websockets.asyncio import server

        plain = server.serve

        def guarded(*arguments: Any, **options: Any) -> Any:
            options["process_request"] = self.before(options.get("process_request"))
            self.in_use = True
            return plain(*arguments, **options)

        server.serve = guarded  # type: ignore[assignment, misc]
        try:
            yield
        finally:
            server.serve = plain  # type: ignore[misc]

    def before(self, answer: Callable[[Any, Any], Any] | None) -> Callable[[Any, Any], Any]:
        """Return a handler of requests that calls `answer` for those that are admitted."""

        async def handle(connection: Any, request: Any) -> Any:
            port = connection.local_address[1]
            reason = self.refusal(request, port)
            if reason:
                return connection.respond(HTTPStatus.FORBIDDEN, f"{reason}\n")
            response = None if answer is None else answer(connection, request)
            response = await response if asyncio.iscoroutine(response) else response
            if response is not None:
                response.headers["Set-Cookie"] = f"{_cookie(port)}={self.token}; HttpOnly; SameSite=Strict; Path=/"
            return response

        return handle

    def refusal(self, request: Any, port: int) -> str:
        """Return why a request is refused; an empty text if it is admitted."""
        addresses = {f"{name}:{port}" for name in (HOST, "localhost")}
        hosts = request.headers.get_all("Host")
        origins = [origin.removeprefix("http://") for origin in request.headers.get_all("Origin")]
        if len(hosts) != 1 or not addresses.issuperset([*hosts, *origins]):
            return "not a page of this server"
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(request.path).query)
        cookies: http.cookies.SimpleCookie = http.cookies.SimpleCookie()
        with contextlib.suppress(http.cookies.CookieError):
            cookies.load("; ".join(request.headers.get_all("Cookie")))
        cookie = cookies.get(_cookie(port))
        tokens = [*query.get("token", ()), *([cookie.value] if cookie else ())]
        if any(secrets.compare_digest(token.encode(), self.token.encode()) for token in tokens):
            return ""
        return "open the address that was printed, with its token"


@contextlib.contextmanager
def redirecting_file(address: str) -> Iterator[str]:
    """Give the address of a private file that sends a browser on to an address; the file is removed afterwards.

    The folder and the file are readable by this user alone: the arguments of a browser are not private, its files are.
    """
    with tempfile.TemporaryDirectory(prefix="armillary-") as folder:  # mode 0700
        file = Path(folder, "open.html")
        write_content(file, render("armillary.viewer", "redirect.html", address=address), durable=False, mode=0o600)
        yield file.as_uri()


def _cookie(port: int) -> str:
    """Return the name of the cookie of a server; cookies do not tell ports apart."""
    return f"armillary-{port}"


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
    if port is None:
        raise ArgumentError("port", f"{PORT} … {PORT + TRIES - 1}, all taken", "a free port")
    hint = "leave it out to take the next free one"
    raise ArgumentError("port", f"{port}, which is taken or not allowed", "a free port between 1024 and 65535", hint)


def _hang_up() -> None:
    """Cut the connections that `websockets` still handles in the loop of this thread."""
    for task in asyncio.all_tasks():
        if getattr(task.get_coro(), "__name__", "") == "conn_handler":
            task.cancel()


def _warm_up(page: str) -> None:
    """Request the page once, so that the first browser need not wait for its compression, about a second."""
    with contextlib.suppress(OSError):
        request = urllib.request.Request(page, headers={"Accept-Encoding": "gzip"})
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=30) as answer:
            answer.read()
