"""The tokens of somebody who has logged in, kept fresh."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any, Callable, Mapping

from ._errors import FlorinError

#: Exchanged before it ends, so that no call is refused on its way.
_EARLY = 30.0


@dataclass(frozen=True)
class Session:
    """The tokens of somebody who has logged in. A refresh token is good for one refresh."""

    access_token: str
    refresh_token: str
    #: Seconds since 1970.
    expires_at: float


def to_session(reply: Mapping[str, Any]) -> Session:
    """Of what login and refresh answer with."""
    return Session(
        access_token=reply["access_token"],
        refresh_token=reply["refresh_token"],
        expires_at=time.time() + float(reply["expires_in"]),
    )


class SessionKeeper:
    """However many threads need a new token, one refresh is on its way."""

    def __init__(
        self,
        session: Session | None,
        refresh: Callable[[Session], Session],
        on_session: Callable[[Session | None], None],
    ) -> None:
        self._session = session
        self._refresh = refresh
        self._on_session = on_session
        # What is told of a session may ask for it.
        self._lock = threading.RLock()
        self._ended: tuple[Session, FlorinError] | None = None

    def set(self, session: Session | None) -> None:
        with self._lock:
            self._session = session
            self._on_session(session)

    def token(self) -> str | None:
        """An access token that is not about to end; None when nobody is logged in."""
        session = self._session
        if session is None:
            return None
        if session.expires_at - _EARLY > time.time():
            return session.access_token
        return self._renew(session).access_token

    def token_instead_of(self, refused: str) -> str | None:
        """Another token than one that was refused; None when there is none to be had."""
        session = self._session
        if session is None:
            return None
        if session.access_token != refused:
            return session.access_token
        return self._renew(session).access_token

    def _renew(self, old: Session) -> Session:
        with self._lock:
            # Another thread has renewed it meanwhile, or somebody has logged in.
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
