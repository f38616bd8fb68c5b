"""Verification of webhooks (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import TYPE_CHECKING, Iterable, Protocol, Sequence, Tuple, cast

from ._errors import WebhookError

if TYPE_CHECKING:
    from .models import Event

#: Covers clock differences and the delivery time.
_TOLERANCE = 300.0


class Headers(Protocol):
    """A dictionary, or a framework's equivalent."""

    def items(self) -> Iterable[Tuple[str, str]]: ...


def verify_webhook(
    *, secret: str | Sequence[str], headers: Headers, body: str | bytes
) -> Event:
    """Returns the event of a webhook after checking its signature and age.

    `secret` is the endpoint's `whsec_…`; pass both during rotation. `body` is the unparsed body.
    Raises WebhookError if a check fails.
    """
    webhook_id = _read(headers, "webhook-id")
    timestamp = _read(headers, "webhook-timestamp")
    signatures = _read(headers, "webhook-signature").split(" ")
    is_number = timestamp.isascii() and timestamp.isdigit()
    if not is_number or abs(time.time() - int(timestamp)) > _TOLERANCE:
        raise WebhookError("the webhook's timestamp is over 5 minutes off; check this machine's clock")
    data = body.encode() if isinstance(body, str) else body
    content = f"{webhook_id}.{timestamp}.".encode() + data
    secrets = [secret] if isinstance(secret, str) else secret
    if not any(_is_signed(content, signatures, one) for one in secrets):
        raise WebhookError("the webhook is not signed with this secret")
    return cast("Event", json.loads(data))


def _is_signed(content: bytes, signatures: Sequence[str], secret: str) -> bool:
    key = _decode(secret.removeprefix("whsec_"))
    if not key:
        raise ValueError("a webhook secret must be whsec_ followed by base64")
    expected = hmac.new(key, content, hashlib.sha256).digest()
    for signature in signatures:
        version, _comma, text = signature.partition(",")
        mac = _decode(text) if version == "v1" else None
        # `compare_digest` takes constant time.
        if mac is not None and hmac.compare_digest(mac, expected):
            return True
    return False


def _decode(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _read(headers: Headers, name: str) -> str:
    """Reads a header; frameworks differ in the case of names."""
    values = [value for key, value in headers.items() if key.lower() == name]
    if len(values) == 1 and values[0]:
        return values[0]
    raise WebhookError(f"the header {name} is missing; this is not a webhook of Florin")
