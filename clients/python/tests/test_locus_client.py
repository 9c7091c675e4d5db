"""`python3 -m unittest discover clients/python/tests`: a gateway that fails as each test says."""

import json
import os
import pickle
import sys
import threading
import unittest
from contextlib import contextmanager
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import locus_client  # noqa: E402
from locus_client import Locus, LocusError  # noqa: E402

TOKEN = "locus_secret"
PLACE = [{"lat": 1, "lng": 2}]


class Gateway:
    """Answers each question by its place, and fails as `fate` says: a status, `cut` or None."""

    def __init__(self):
        self.requests = []
        self.asked = []
        self.fate = lambda question, times: None
        self.redirect = None
        self.lock = threading.Lock()

    def answer(self, question):
        line = json.dumps({key: value for key, value in question.items() if key != "id"})
        with self.lock:
            self.asked.append(line)
            fate = self.fate(question, self.asked.count(line))
        if fate is not None and fate != 200:
            status, reason = fate if isinstance(fate, tuple) else (fate, "")
            refusal = {"status": status, "message": f"Refused by {status}.", "reason": reason}
            return {"id": question["id"], **refusal}
        if "model" in question:
            return {"id": question["id"], "status": 200, "score": question["lat"] / 10}
        data = {name: question["lat"] * 100 + at for at, name in enumerate(question["variables"])}
        return {"id": question["id"], "status": 200, "data": data}


@contextmanager
def running(gateway):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.reply(200, {"waiting": {"values": 0, "most": 50_000}})

        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            lines = [json.loads(line) for line in body.split("\n")]
            gateway.requests.append((self.path, len(lines), self.headers.get("x-api-key")))
            if gateway.redirect is not None:
                self.send_response(307)
                self.send_header("location", gateway.redirect)
                self.send_header("content-length", "0")
                return self.end_headers()
            if self.headers.get("x-api-key") != TOKEN:
                return self.reply(401, {"status": 401, "message": "This token is not valid here."})
            answers = [gateway.answer(line) for line in lines]
            cut = next((at for at, each in enumerate(answers) if each["status"] == 0), None)
            text = "".join(json.dumps(each) + "\n" for each in answers[:cut]).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(text) + (0 if cut is None else 10)))
            self.end_headers()
            self.wfile.write(text)

        def reply(self, status, body):
            text = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


class Clock:
    """Whoever sleeps is at once as much later."""

    def __init__(self):
        self.now = 0.0

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


@contextmanager
def unaware_of_time():
    real, locus_client.time = locus_client.time, Clock()
    try:
        yield locus_client.time
    finally:
        locus_client.time = real


class LocusTest(unittest.TestCase):
    def setUp(self):
        self.gateway = Gateway()
        context = running(self.gateway)
        self.url = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        self.waits = []
        sleep = locus_client.time.sleep
        locus_client.time.sleep = self.waits.append
        self.addCleanup(setattr, locus_client.time, "sleep", sleep)
        self.locus = Locus(self.url, TOKEN)

    def test_the_age_of_the_oldest_value_of_a_row(self):
        answer = self.gateway.answer
        at = {"a": "2026-11-28T10:00:00.000Z", "b": "2026-11-27T10:00:00.000Z"}
        self.gateway.answer = lambda line: {
            **answer(line),
            "at": at[line["variables"][0]],
        }
        rows = self.locus.attributes([{"lat": 1, "lng": 2}], ["a"], lat="lat", lng="lng")
        self.assertEqual(rows[0]["locus_at"], at["a"])
        rows = self.locus.attributes(rows, ["b"], lat="lat", lng="lng")
        self.assertEqual(rows[0]["locus_at"], at["b"])

    def test_gives_each_row_its_values_and_asks_for_each_place_once(self):
        rows = [{"shop": at, "lat": at % 3 + 1, "lng": 77} for at in range(9)]
        found = self.locus.attributes(rows, ["a", "B "], lat="lat", lng="lng")
        self.assertEqual([row["shop"] for row in found], list(range(9)))
        self.assertEqual([row["a"] for row in found], [100, 200, 300] * 3)
        self.assertEqual([row["b"] for row in found], [101, 201, 301] * 3)
        self.assertEqual({row["locus_error"] for row in found}, {None})
        self.assertEqual(len(self.gateway.asked), 3)

    def test_asks_for_more_than_fifty_names_in_several_lines(self):
        names = [f"n{at}" for at in range(60)]
        [row] = self.locus.attributes([{"lat": 1, "lng": 2}], names, lat="lat", lng="lng")
        self.assertEqual((row["n0"], row["n49"], row["n59"]), (100, 149, 109))
        self.assertEqual(len(self.gateway.asked), 2)

    def test_sends_a_thousand_lines_at_most_in_a_request(self):
        rows = [{"lat": at, "lng": 1} for at in range(2500)]
        self.locus.attributes(rows, ["a"], lat="lat", lng="lng")
        counts = [count for path, count, _ in self.gateway.requests if path == "/v1/bulk"]
        self.assertEqual(sorted(counts), [500, 1000, 1000])

    def test_writes_an_error_beside_its_row_or_raises_it_by_choice(self):
        self.gateway.fate = lambda question, _: 400 if question["lat"] is None else None
        rows = [{"lat": 1, "lng": 2}, {"lat": float("nan"), "lng": 2}]
        found = self.locus.attributes(rows, ["a"], lat="lat", lng="lng")
        self.assertEqual([row["a"] for row in found], [100, None])
        self.assertEqual([row["locus_error"] for row in found], [None, "Refused by 400."])
        strict = Locus(self.url, TOKEN, errors="raise")
        with self.assertRaises(LocusError) as raised:
            strict.attributes(rows, ["a"], lat="lat", lng="lng")
        self.assertEqual(
            str(raised.exception), "1 of 2 rows have an error. The first: Refused by 400."
        )
        self.assertEqual(self.waits, [])

    def test_keeps_the_errors_of_an_earlier_step(self):
        self.gateway.fate = lambda question, _: 400 if "variables" in question else None
        rows = [{"lat": 1, "lng": 2}]
        place = {"lat": "lat", "lng": "lng"}
        [row] = self.locus.scores(self.locus.attributes(rows, ["a"], **place), "retail", **place)
        self.assertEqual((row["a"], row["score"]), (None, 0.1))
        self.assertEqual(row["locus_error"], "Refused by 400.")

    def test_repeats_what_costs_nothing_and_nothing_else(self):
        fates = {
            1: [429, 503, 200],
            2: [(504, "timed-out"), 200],
            3: [502],
            4: [(402, "over-budget")],
        }
        self.gateway.fate = lambda question, times: fates[question["lat"]][times - 1]
        rows = [{"lat": at, "lng": 7} for at in (1, 2, 3, 4)]
        found = self.locus.attributes(rows, ["a"], lat="lat", lng="lng")
        self.assertEqual([row["a"] for row in found], [100, 200, None, None])
        self.assertEqual([row["locus_reason"] for row in found], [None, None, None, "over-budget"])
        self.assertEqual(len(self.gateway.asked), 3 + 2 + 1 + 1)

    def test_leaves_a_score_alone_of_which_nobody_knows_how_it_ended(self):
        self.gateway.fate = lambda *_: (504, "unknown-outcome")
        [row] = self.locus.scores([{"lat": 1, "lng": 2}], "retail", lat="lat", lng="lng")
        self.assertEqual((row["score"], row["locus_reason"]), (None, "unknown-outcome"))
        self.assertEqual(len(self.gateway.asked), 4)

    def test_asks_again_for_what_a_reply_that_was_cut_did_not_hold(self):
        self.gateway.fate = lambda question, times: (
            0 if question["lat"] == 2 and times == 1 else None
        )
        rows = [{"lat": at, "lng": 7} for at in (1, 2, 3)]
        found = self.locus.attributes(rows, ["a"], lat="lat", lng="lng")
        self.assertEqual([row["a"] for row in found], [100, 200, 300])

    def test_gives_up_when_nothing_has_come_for_long(self):
        hasty = Locus(self.url, TOKEN, patience=0)
        self.gateway.fate = lambda *_: 503
        [row] = hasty.attributes([{"lat": 1, "lng": 2}], ["a"], lat="lat", lng="lng")
        self.assertEqual(row["locus_error"], "Refused by 503.")
        with self.assertRaises(LocusError) as raised:
            Locus("http://127.0.0.1:1", TOKEN, patience=0).attributes(
                [{"lat": 1, "lng": 2}], ["a"], lat="lat", lng="lng"
            )
        self.assertEqual(raised.exception.status, 0)

    def test_says_within_seconds_that_nothing_answers(self):
        with unaware_of_time() as clock, self.assertRaisesRegex(LocusError, "Nothing answers"):
            Locus("http://127.0.0.1:1", TOKEN).attributes(PLACE, ["a"], lat="lat", lng="lng")
        self.assertLess(clock.now, 11)

    def test_waits_for_a_gateway_that_has_answered_before(self):
        with running(Gateway()) as url:
            locus = Locus(url, TOKEN)
            locus.attributes(PLACE, ["a"], lat="lat", lng="lng")
        with unaware_of_time() as clock, self.assertRaisesRegex(LocusError, "Nothing answers"):
            locus.attributes(PLACE, ["b"], lat="lat", lng="lng")
        self.assertGreater(clock.now, 280)

    def test_connects_within_seconds_and_waits_longer_for_an_answer(self):
        waits = []

        class Socket:
            settimeout = waits.append
            setsockopt = staticmethod(lambda *_: None)

        connection = locus_client._Http("127.0.0.1", 1, timeout=60)
        connection._create_connection = lambda _, wait, *__: (waits.append(wait), Socket)[1]
        connection.connect()
        self.assertEqual(waits, [10, 60])

    def test_says_at_once_that_a_token_is_none(self):
        for token in ("locus_secret\nx: y", "locus_s\u00e9cret\u2026"):
            with unaware_of_time() as clock, self.assertRaises(LocusError) as raised:
                Locus(self.url, token).attributes(PLACE, ["a"], lat="lat", lng="lng")
            self.assertEqual((raised.exception.status, clock.now), (401, 0))
            self.assertNotIn(token[:12], str(raised.exception))

    def test_sends_dates_and_variables_with_a_score(self):
        rows = [{"lat": 1, "lng": 2, "day": "2026-01-31", "area": 120, "more": '{"b": 1}'}]
        place = {"lat": "lat", "lng": "lng"}
        self.locus.scores(rows, "retail", **place, date="day", variables=["area"])
        self.locus.scores(rows, "retail", **place, variables="more", column="risk")
        first, second = map(json.loads, self.gateway.asked)
        self.assertEqual(first["date"], "2026-01-31")
        self.assertEqual(first["custom_variables"], {"area": 120})
        self.assertEqual(second["custom_variables"], {"b": 1})

    def test_keeps_numbers_of_a_model_as_numbers_and_ends_no_frame_for_one_row(self):
        variables = [
            {"a": Decimal("2.50"), "b": Decimal("3"), "c": Decimal("NaN"), "d": float("nan")},
            '{"a": NaN}',
            {"a": [float("nan")], "b": object},
        ]
        rows = [{"lat": 1, "lng": 2, "area": Decimal("2.5"), "more": each} for each in variables]
        self.locus.scores(rows[:1], "retail", lat="lat", lng="lng", variables=["area"])
        self.locus.scores(rows, "retail", lat="lat", lng="lng", variables="more")
        sent = [json.loads(line)["custom_variables"] for line in self.gateway.asked]
        self.assertEqual(sent[0], {"area": 2.5})
        self.assertEqual(sent[1], {"a": 2.5, "b": 3, "c": None, "d": None})
        self.assertEqual([sent[2], sent[3]["a"]], [{"a": None}, {}])

    def test_says_which_frames_it_takes(self):
        class Polars:
            columns = ["lat", "lng"]

        frames = [Polars(), "shops.csv", [(1, 2)], {"lat": [1], "lng": [2]}]
        for call in (self.locus.attributes, self.locus.plan):
            for frame in frames:
                with self.assertRaisesRegex(TypeError, "to_dicts"):
                    call(frame, ["a"], lat="lat", lng="lng")

    def test_refuses_what_is_no_question_before_it_asks(self):
        rows = [{"lat": 1, "lng": 2, "a": 3}]
        wrong = [
            lambda: self.locus.attributes(rows, ["b"], lat="lat"),
            lambda: self.locus.attributes(rows, ["b"], lat="lat", lng="lng", address="a"),
            lambda: self.locus.attributes(rows, ["a"], lat="lat", lng="lng"),
            lambda: self.locus.attributes(rows, "b", lat="lat", lng="lng"),
            lambda: self.locus.attributes(rows, [], lat="lat", lng="lng"),
            lambda: self.locus.plan(rows, lat="lat", lng="lng"),
            lambda: self.locus.attributes(rows, ["b"], lat="latt", lng="lngg"),
            lambda: self.locus.attributes([*PLACE, *rows], ["a"], lat="lat", lng="lng"),
            lambda: Locus("locus.example.com", TOKEN),
        ]
        for ask in wrong:
            self.assertRaises(ValueError, ask)
        self.assertEqual(self.gateway.requests, [])

    def test_leaves_out_a_row_whose_letters_were_lost_and_asks_for_the_others(self):
        addresses = ["Caf\ufffd, Pune", "1 MG Road\ud83d", "2 MG\x00Road", "3 MG Road"]
        rows = [{"a": text, "p": "560034", "lat": 1} for text in addresses]
        self.gateway.answer = lambda question: {"id": question["id"], "status": 200, "data": {"x": 1}}
        found = self.locus.attributes(rows, ["x"], address="a", pincode="p")
        self.assertEqual([row["x"] for row in found], [None, None, 1, 1])
        self.assertEqual(
            [row["locus_reason"] for row in found],
            ["invalid-argument", "invalid-argument", None, None],
        )
        self.assertIn("lost letters", found[0]["locus_error"])

    def test_sends_no_token_in_plain_text_and_follows_no_redirect(self):
        with self.assertRaises(ValueError):
            Locus("http://locus.example.com", TOKEN)
        Locus("http://locus.example.com", TOKEN, plain_http=True)
        self.gateway.redirect = self.url + "/elsewhere"
        with self.assertRaises(LocusError) as raised:
            self.locus.attributes([{"lat": 1, "lng": 2}], ["a"], lat="lat", lng="lng")
        self.assertEqual(raised.exception.status, 307)
        self.assertEqual([path for path, _, _ in self.gateway.requests], ["/v1/bulk"])

    def test_shows_its_token_to_nobody(self):
        for text in (
            repr(self.locus),
            str(self.locus.__getstate__()),
            str(vars(pickle.loads(pickle.dumps(self.locus)))),
        ):
            self.assertNotIn(TOKEN, text)
        self.assertNotIn(TOKEN.encode(), pickle.dumps(self.locus))
        with self.assertRaises(LocusError) as raised:
            Locus(self.url, "locus_wrong").attributes(
                [{"lat": 1, "lng": 2}], ["a"], lat="lat", lng="lng"
            )
        self.assertEqual(raised.exception.status, 401)
        self.assertNotIn("locus_wrong", str(raised.exception))
        error = pickle.loads(pickle.dumps(raised.exception))
        self.assertEqual((error.status, str(error)), (401, str(raised.exception)))

    def test_takes_its_token_from_a_function_or_the_environment(self):
        rows = [{"lat": 1, "lng": 2}]
        Locus(self.url, lambda: TOKEN).attributes(rows, ["a"], lat="lat", lng="lng")
        os.environ["LOCUS_TOKEN"] = TOKEN
        self.addCleanup(os.environ.pop, "LOCUS_TOKEN")
        Locus(self.url).attributes(rows, ["a"], lat="lat", lng="lng")
        self.assertEqual({token for _, _, token in self.gateway.requests}, {TOKEN})


if __name__ == "__main__":
    unittest.main()
