"""Executes the conformance suite's commands: a JSON object per line, in and out."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, Callable, Dict

from florin import (
    Florin,
    FlorinError,
    NoAnswerError,
    Retry,
    Session,
    WebhookError,
    verify_webhook,
)

Asked = Dict[str, Any]


class Driver:
    """Commands on the current client."""

    def __init__(self) -> None:
        self.florin = Florin(url="http://127.0.0.1:1")
        self.sessions: list[Session | None] = []

    def open(self, asked: Asked) -> Any:
        self.florin.close()
        self.sessions = []
        session = asked.get("session")
        self.florin = Florin(
            url=asked["url"],
            api_key=asked.get("api_key"),
            session=session
            and Session(
                access_token=session["access_token"],
                refresh_token=session["refresh_token"],
                expires_at=session["expires_at_ms"] / 1_000,
            ),
            on_session=self.sessions.append,
            retry=Retry(
                tries_max=asked.get("tries_max", 4), pause=asked.get("pause_ms", 250) / 1_000
            ),
            timeout=asked.get("timeout_ms", 30_000) / 1_000,
        )

    def log_in(self, asked: Asked) -> Any:
        session = self.florin.log_in(asked["email"], asked["password"])
        return {"access_token": session.access_token, "refresh_token": session.refresh_token}

    def sessions_told(self, _asked: Asked) -> Any:
        return len(self.sessions)

    def get_account(self, _asked: Asked) -> Any:
        return self.florin.accounts.get()

    def get_account_often(self, asked: Asked) -> Any:
        count = asked["count"]
        with ThreadPoolExecutor(count) as pool:
            return list(pool.map(lambda _: self.florin.accounts.get()["id"], range(count)))

    def create_api_key(self, asked: Asked) -> Any:
        return self.florin.api_keys.create(**asked)

    def create_transaction(self, asked: Asked) -> Any:
        return self.florin.transactions.create(**asked)

    def get_transaction(self, asked: Asked) -> Any:
        return self.florin.transactions.get(asked["id"])

    def list_transactions(self, asked: Asked) -> Any:
        most = asked.pop("most", None)
        return [one["id"] for one in islice(self.florin.transactions.list(**asked), most)]

    def create_customer(self, asked: Asked) -> Any:
        return self.florin.customers.create(**asked)

    def update_customer(self, asked: Asked) -> Any:
        return self.florin.customers.update(asked.pop("id"), **asked)

    def verify_webhook(self, asked: Asked) -> Any:
        return verify_webhook(
            secret=asked["secrets"], headers=asked["headers"], body=asked["body"]
        )


def tell(error: Exception) -> Any:
    if isinstance(error, FlorinError):
        return {
            "kind": "refused",
            "code": error.code,
            "message": error.message,
            "status": error.status,
            "request_id": error.request_id,
            "retry_after_ms": None if error.retry_after is None else error.retry_after * 1_000,
        }
    kinds = {NoAnswerError: "unanswered", WebhookError: "webhook"}
    return {"kind": kinds.get(type(error), "other"), "message": str(error)}


def main() -> None:
    driver = Driver()
    for line in sys.stdin:
        asked = json.loads(line)
        do: Callable[[Asked], Any] = getattr(driver, asked["do"])
        try:
            answer = {"ok": do(asked["with"])}
        except Exception as error:  # Any error is a result for the suite.
            answer = {"error": tell(error)}
        print(json.dumps(answer), flush=True)


main()
