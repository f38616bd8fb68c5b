"""The tokens of a logged-in user and their refresh."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any, Callable, Mapping

from ._errors import FlorinError

#: Refreshed this long before expiry, so that no call meets an expired token.
_EARLY = 30.0


@dataclass(frozen=True)
class Session:
    """The tokens of a logged-in user. A refresh token works once."""

    access_token: str
    refresh_token: str
    #: Seconds since 1970.
    expires_at: float


def to_session(reply: Mapping[str, Any]) -> Session:
    """Converts the response of login and refresh."""
    return Session(
        access_token=reply["access_token"],
        refresh_token=reply["refresh_token"],
        expires_at=time.time() + float(reply["expires_in"]),
    )


class SessionKeeper:
    """Refreshes a session. Concurrent threads share one refresh."""

    def __init__(
        self,
        session: Session | None,
        refresh: Callable[[Session], Session],
        on_session: Callable[[Session | None], None],
    ) -> None:
        self._session = session
        self._refresh = refresh
        self._on_session = on_session
        # Reentrant, since `on_session` may call the client.
        self._lock = threading.RLock()
        self._ended: tuple[Session, FlorinError] | None = None

    def set(self, session: Session | None) -> None:
        with self._lock:
            self._session = session
            self._on_session(session)

    def token(self) -> str | None:
        """An access token that does not expire soon; None without a login."""
        session = self._session
        if session is None:
            return None
        if session.expires_at - _EARLY > time.time():
            return session.access_token
        return self._renew(session).access_token

    def token_instead_of(self, refused: str) -> str | None:
        """A new token after one was refused; None if there is none."""
        session = self._session
        if session is None:
            return None
        if session.access_token != refused:
            return session.access_token
        return self._renew(session).access_token

    def _renew(self, old: Session) -> Session:
        with self._lock:
            # Another thread has refreshed it, or the user has logged in again.
            if self._session is not None and self._session is not old:
                return self._session
            if self._ended is not None and self._ended[0] is old:
                raise self._ended[1]
            try:
                renewed = self._refresh(old)
            except FlorinError as error:
                if error.status < 500 and error.status != 429:
                    self._ended = (old, error)
                raise
            if self._session is old:
                self.set(renewed)
            return renewed
