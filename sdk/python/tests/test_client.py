"""Tests beyond the conformance suite: threads, Python keywords, packaging."""

from __future__ import annotations

import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any, List, Tuple

import florin
from florin import Florin, FlorinError, NoAnswerError, Retry, UnreadableAnswerError, models

Seen = Tuple[str, str, Any]


class Server:
    """Answers with an export, and records requests and connections."""

    def __init__(self) -> None:
        self.seen: List[Seen] = []
        self.connections = 0
        self.status = 200
        self.data = b'{"id": "x", "data": [], "has_more": false}'
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self) -> None:
                outer.connections += 1
                super().setup()

            def answer(self) -> None:
                length = int(self.headers.get("Content-Length", "0"))
                body = json.loads(self.rfile.read(length)) if length else None
                outer.seen.append((self.command, self.path, body))
                self.send_response(outer.status)
                self.send_header("Content-Length", str(len(outer.data)))
                self.send_header("Request-Id", "req_1")
                self.end_headers()
                self.wfile.write(outer.data)

            do_GET = do_POST = answer

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = Server()
        self.addCleanup(self.server.stop)
        self.florin = Florin(url=self.server.url, api_key="sk_test")
        self.addCleanup(self.florin.close)

    def test_accepts_names_that_are_python_keywords(self) -> None:
        self.florin.exports.create(
            account_id="acc_1", type="invoices", format="csv", from_="2026-01-01", to="2026-01-31"
        )
        body = self.server.seen[0][2]
        self.assertEqual((body["from"], body["to"]), ("2026-01-01", "2026-01-31"))
        self.assertNotIn("from_", body)

    def test_reuses_its_connection(self) -> None:
        for _ in range(5):
            self.florin.accounts.get()
        self.assertEqual((len(self.server.seen), self.server.connections), (5, 1))

    def test_is_shared_by_threads(self) -> None:
        threads = [threading.Thread(target=self.florin.accounts.get) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(self.server.seen), 20)

    def test_requests_a_list_when_it_is_consumed(self) -> None:
        payments = self.florin.payments.list(status="pending")
        self.assertEqual(self.server.seen, [])
        self.assertEqual(list(payments), [])
        self.assertEqual(self.server.seen, [("GET", "/v1/payments?status=pending", None)])

    def test_reports_a_refused_connection(self) -> None:
        nowhere = Florin(url="http://127.0.0.1:1", api_key="k", retry=Retry(tries_max=1))
        with self.assertRaises(NoAnswerError) as caught:
            nowhere.accounts.get()
        # Code unaware of Florin can catch it too.
        self.assertIsInstance(caught.exception, ConnectionError)
        self.assertIsNotNone(caught.exception.__cause__)

    def test_prints_code_status_and_request_id(self) -> None:
        self.server.status = 402
        self.server.data = b'{"error": "insufficient_funds", "message": "record a credit first"}'
        with self.assertRaises(FlorinError) as caught:
            self.florin.accounts.get()
        self.assertEqual(
            str(caught.exception), "record a credit first (insufficient_funds 402, req_1)"
        )
        self.assertIsNone(caught.exception.text)

    def test_reports_an_unreadable_response(self) -> None:
        self.server.status = 201
        self.server.data = b"<html>" + b"x" * 5_000
        with self.assertRaises(UnreadableAnswerError) as caught:
            self.florin.accounts.get()
        error = caught.exception
        self.assertEqual((error.status, error.request_id, len(error.text)), (201, "req_1", 2_000))
        self.assertIn("HTTP 201, req_1", str(error))
        self.assertEqual(len(self.server.seen), 1)

    def test_includes_the_page_of_a_proxy(self) -> None:
        self.server.status = 403
        self.server.data = b"<h1>blocked</h1>"
        with self.assertRaises(FlorinError) as caught:
            self.florin.accounts.get()
        self.assertEqual((caught.exception.status, caught.exception.text), (403, "<h1>blocked</h1>"))

    def test_reads_a_file_as_bytes(self) -> None:
        self.server.data = b"%PDF-\xff\x00"
        self.assertEqual(self.florin.invoices.get_pdf("inv_1"), self.server.data)

    def test_rejects_an_invalid_url(self) -> None:
        for url in ("127.0.0.1:8080", "ftp://127.0.0.1", ""):
            with self.assertRaises(ValueError):
                Florin(url=url)


class PackageTest(unittest.TestCase):
    def test_is_marked_as_typed(self) -> None:
        self.assertTrue((files(florin) / "py.typed").is_file())

    def test_has_the_models_of_the_documents(self) -> None:
        self.assertIn("payment_url", models.Payment.__annotations__)
        self.assertTrue(issubclass(FlorinError, Exception))


if __name__ == "__main__":
    unittest.main()
