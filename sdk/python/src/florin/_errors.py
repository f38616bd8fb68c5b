"""What goes wrong, and how it is told."""

from __future__ import annotations

import builtins
import json
import time
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from http.client import HTTPMessage

    from ._error_codes import ErrorCode


#: Characters of an answer that an error keeps.
_TEXT_LENGTH_MAX = 2_000


class FlorinError(Exception):
    """Florin has refused. `message` says what to do about it."""

    def __init__(
        self,
        message: str,
        *,
        code: ErrorCode,
        status: int,
        decline_code: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        text: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: For programs; a newer Florin may add to those that are known today.
        self.code = code
        #: Of HTTP.
        self.status = status
        #: Why a card was declined; only with `card_declined`, and where it is known.
        self.decline_code = decline_code
        #: Names the request in Florin's log.
        self.request_id = request_id
        #: When it makes sense to try again, in seconds, if that was said.
        self.retry_after = retry_after
        #: The beginning of a body that is not an error of Florin, for example of a proxy.
        self.text = text

    def __str__(self) -> str:
        return f"{self.message} ({_in_brackets(self.code, self.status, self.request_id)})"


class UnreadableAnswerError(Exception):
    """Florin has answered with success, and the answer cannot be read: the call was done."""

    def __init__(self, *, status: int, request_id: str | None, text: str) -> None:
        super().__init__(f"the answer is not JSON ({_in_brackets('HTTP', status, request_id)})")
        #: Of HTTP.
        self.status = status
        #: Names the request in Florin's log.
        self.request_id = request_id
        #: The beginning of the answer.
        self.text = text


def _in_brackets(code: str, status: int, request_id: str | None) -> str:
    return f"{code} {status}" + (f", {request_id}" if request_id else "")


class NoAnswerError(builtins.ConnectionError):
    """No answer came: what was asked may have been done or not. `__cause__` is what happened."""


class WebhookError(Exception):
    """A webhook that is not Florin's, or not of now: answer it with 400."""


def beginning(data: bytes) -> str:
    """What an error keeps of an answer."""
    return data.decode(errors="replace")[:_TEXT_LENGTH_MAX]


def to_error(status: int, headers: HTTPMessage, data: bytes) -> FlorinError:
    """The error of an answer that is none of success."""
    body = _parse(data)
    message = body.get("message")
    code = body.get("error")
    decline_code = body.get("decline_code")
    is_ours = isinstance(code, str) and isinstance(message, str)
    return FlorinError(
        message if isinstance(message, str) else f"answered {status} without saying why",
        code=code if isinstance(code, str) else "internal_error",
        status=status,
        decline_code=decline_code if isinstance(decline_code, str) else None,
        request_id=headers.get("Request-Id"),
        retry_after=_read_retry_after(headers.get("Retry-After")),
        text=None if is_ours else beginning(data),
    )


def _read_retry_after(value: str | None) -> float | None:
    """Retry-After (RFC 9110 section 10.2.3) in seconds: seconds, or a date."""
    if value is None:
        return None
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, at.timestamp() - time.time())


def _parse(data: bytes) -> dict[str, object]:
    """What stands before Florin may answer with pages of its own."""
    try:
        body = json.loads(data)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
