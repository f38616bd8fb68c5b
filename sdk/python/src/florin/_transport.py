"""HTTP transport with persistent connections."""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import threading
import time
from dataclasses import dataclass
from typing import Any, Mapping, cast
from urllib.parse import urlsplit

from ._errors import NoAnswerError

#: Florin closes connections idle for 5 s, so older ones may be closing.
_IDLE_MAX = 4.0
_CONNECTIONS_MAX = 16


@dataclass(frozen=True)
class Reply:
    """A response."""

    status: int
    headers: http.client.HTTPMessage
    data: bytes


class Transport:
    """Sends requests to one Florin. Threads may share it."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise ValueError(f"{url!r} is not a URL of Florin; use http://… or https://…")
        self._host = parts.hostname
        self._port = parts.port
        self._base = parts.path.rstrip("/")
        self._tls = ssl.create_default_context() if parts.scheme == "https" else None
        self._lock = threading.Lock()
        self._idle: list[tuple[http.client.HTTPConnection, float]] = []

    def ask(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: bytes | None,
        *,
        timeout: float,
        may_repeat: bool,
    ) -> Reply:
        """Returns the response with any status. Raises NoAnswerError after `timeout` seconds."""
        deadline = time.monotonic() + timeout
        # An idle connection may be closed, so a call that cannot be repeated gets a new one.
        connection = (self._take() if may_repeat else None) or self._make(timeout)
        try:
            reply, is_kept = _exchange(
                connection, method, self._base + path, headers, body, deadline
            )
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            why = "no answer"
            if isinstance(error, TimeoutError):
                why = f"no answer within {timeout:g} s"
            raise NoAnswerError(f"{method} {path}: {why}") from error
        except BaseException:
            connection.close()
            raise
        if is_kept:
            self._keep(connection)
        else:
            connection.close()
        return reply

    def close(self) -> None:
        with self._lock:
            kept, self._idle = self._idle, []
        for connection, _since in kept:
            connection.close()

    def _make(self, timeout: float) -> http.client.HTTPConnection:
        if self._tls is None:
            return http.client.HTTPConnection(self._host, self._port, timeout=timeout)
        return http.client.HTTPSConnection(
            self._host, self._port, timeout=timeout, context=self._tls
        )

    def _take(self) -> http.client.HTTPConnection | None:
        while True:
            with self._lock:
                if not self._idle:
                    return None
                connection, since = self._idle.pop()
            if time.monotonic() - since < _IDLE_MAX:
                return connection
            connection.close()

    def _keep(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if len(self._idle) < _CONNECTIONS_MAX:
                self._idle.append((connection, time.monotonic()))
                return
        connection.close()


def _exchange(
    connection: http.client.HTTPConnection,
    method: str,
    target: str,
    headers: Mapping[str, str],
    body: bytes | None,
    deadline: float,
) -> tuple[Reply, bool]:
    if connection.sock is None:
        connection.connect()
        connection.sock = cast(socket.socket, _TimedSocket(cast(socket.socket, connection.sock)))
    cast(_TimedSocket, connection.sock).deadline = deadline
    connection.request(method, target, body=body, headers=dict(headers))
    response = connection.getresponse()
    data = response.read()
    return Reply(response.status, response.headers, data), not response.will_close


class _TimedSocket:
    """A socket with one timeout for a whole call, however slowly bytes arrive."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self.deadline = 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sock, name)

    def limit(self) -> None:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("the call timed out")
        self._sock.settimeout(left)

    def sendall(self, data: bytes) -> None:
        self.limit()
        self._sock.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self, self._sock))


class _TimedReader(io.RawIOBase):
    def __init__(self, timed: _TimedSocket, sock: socket.socket) -> None:
        super().__init__()
        self._timed = timed
        # Keeps the socket open until it is closed itself.
        self._raw = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._timed.limit()
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()
