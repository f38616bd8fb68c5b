"""Retries."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Callable, TypeVar

from ._errors import FlorinError, NoAnswerError

Value = TypeVar("Value")

_PAUSE_MAX = 8.0
#: Longer waits are left to the caller, who gets the error.
_RETRY_AFTER_MAX = 30.0


@dataclass(frozen=True)
class Retry:
    """Number of attempts and pauses between them."""

    #: Attempts per call, including the first.
    tries_max: int = 4
    #: Maximum pause before the second attempt in seconds; doubled each time.
    pause: float = 0.25


def with_retries(attempt: Callable[[], Value], retry: Retry) -> Value:
    """Repeats an attempt until it succeeds, fails permanently, or reaches the limit."""
    tries = 1
    while True:
        try:
            return attempt()
        except (FlorinError, NoAnswerError) as error:
            pause = _pause_after(error, tries, retry.pause) if _is_transient(error) else None
            if pause is None or tries >= retry.tries_max:
                raise
        time.sleep(pause)
        tries += 1


def _is_transient(error: FlorinError | NoAnswerError) -> bool:
    if isinstance(error, NoAnswerError):
        return True
    if error.status == 429 or error.status >= 500:
        return True
    # A 409 with Retry-After: the first call with this key is still running.
    return error.status == 409 and error.retry_after is not None


def _pause_after(error: Exception, tries: int, pause: float) -> float | None:
    # Random up to the limit, so that clients that failed together do not retry together.
    jitter = random.random() * min(pause * 2.0 ** (tries - 1), _PAUSE_MAX)
    asked = (error.retry_after or 0.0) if isinstance(error, FlorinError) else 0.0
    return None if asked > _RETRY_AFTER_MAX else asked + jitter
