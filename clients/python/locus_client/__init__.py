"""Location attributes and scores for pandas, Spark and Dask, through a team's Locus gateway.

The gateway asks the service for each value once and charges each score once, whoever repeats a
question. A task that an engine runs again costs nothing, and neither does a retry.

>>> locus = Locus("https://locus.example.com")  # the token is in LOCUS_TOKEN
>>> shops = locus.attributes(shops, ["w_pop_tt"], lat="lat", lng="lng")

A frame is a pandas DataFrame or a list of dicts. The result has the columns of the frame, one for
each attribute, `locus_at` (when the oldest of the row's values was fetched), and `locus_error` and
`locus_reason`, which are empty if nothing failed. A later step does not overwrite an earlier error:
`locus.scores(locus.attributes(…), …)` shows what went wrong first in each row.
"""

from __future__ import annotations

import json
import os
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date as _date
from decimal import Decimal
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Literal, Optional, Union

__all__ = ["Locus", "LocusError", "Plan", "ERROR_COLUMNS"]
__version__ = "1.0.0"

ERROR_COLUMNS = ("locus_error", "locus_reason")
_OWN_COLUMNS = ("locus_at", *ERROR_COLUMNS)

Token = Union[str, Callable[[], str]]
Errors = Literal["columns", "raise"]
Json = Mapping[str, Any]


class LocusError(Exception):
    """The gateway gave no answer. The text contains no token and no place.

    Attributes:
        status: the HTTP status; 0 if the gateway could not be reached.
        reason: a code for programs, such as `over-budget`; empty if there is none.
    """

    def __init__(
        self,
        message: str,
        status: int = 0,
        reason: str = "",
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.reason = reason
        self.retry_after = retry_after
        """Seconds to wait before the next request, if the gateway says so."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (LocusError, (str(self), self.status, self.reason, self.retry_after))


@dataclass(frozen=True)
class Plan:
    """What a frame would cost now. Making a plan makes no call."""

    rows: int
    places: int
    """Distinct places; for scores, each with its date and variables."""
    calls: int
    values: int
    """Values that the service would be asked for."""
    known: int
    """Values that the gateway already knows; they cost nothing."""
    unreadable: int
    """Rows that would be refused before any call."""


class Locus:
    """A client of a team's gateway, for the person to whom the token belongs.

    Args:
        url: the gateway's address; by default `LOCUS_SERVICE`.
        token: an access token, or a function that returns one, such as
            `lambda: dbutils.secrets.get("locus", "token")`; by default `LOCUS_TOKEN` or
            `LOCUS_KEY`. It is never pickled: workers get it separately from their tasks, or have it
            in their environment.
        errors: `columns` writes each row's error beside it. `raise` raises the first error after
            all rows have been asked, so that the next attempt finds the answers known.
        at_once: how many requests one process sends at once; fewer if the gateway allows fewer.
        timeout: after this many seconds without a byte, a request is abandoned and repeated.
        patience: after this many seconds without any answer, the whole call is abandoned. If
            nothing has ever answered at the address, this takes ten seconds at most.
        plain_http: allows an `http://` address of another machine.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        token: Optional[Token] = None,
        *,
        errors: Errors = "columns",
        at_once: int = 4,
        timeout: float = 60.0,
        patience: float = 300.0,
        plain_http: bool = False,
    ) -> None:
        address = url or os.environ.get("LOCUS_SERVICE", "")
        if not address.startswith(("https://", "http://")):
            raise ValueError("Give the gateway's address: Locus('https://locus.example.com').")
        host = urllib.parse.urlsplit(address).hostname or ""
        if address.startswith("http://") and not (plain_http or _is_this_machine(host)):
            raise ValueError(
                "The token would travel without encryption: give an address with https://, or "
                "plain_http=True for a network that you trust."
            )
        if errors not in ("columns", "raise"):
            raise ValueError("errors must be 'columns' or 'raise'.")
        self.url = address.rstrip("/")
        self.errors = errors
        self.at_once = max(1, at_once)
        self.timeout = timeout
        self.patience = patience
        self._token = token
        self._has_answered = False

    def __repr__(self) -> str:
        return f"Locus({self.url!r})"

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_token": None}

    # What people call, for a pandas DataFrame or a list of dicts.

    def attributes(
        self,
        frame: Any,
        names: Sequence[str],
        *,
        lat: Optional[str] = None,
        lng: Optional[str] = None,
        address: Optional[str] = None,
        pincode: Optional[str] = None,
    ) -> Any:
        """Returns the frame with a column for each attribute of the places in these columns."""
        asked = _Attributes(_names(names), _Columns(lat, lng, address, pincode))
        return self._enrich(frame, asked)

    def scores(
        self,
        frame: Any,
        model: str,
        *,
        lat: Optional[str] = None,
        lng: Optional[str] = None,
        address: Optional[str] = None,
        date: Optional[str] = None,
        variables: Union[str, Sequence[str], None] = None,
        column: str = "score",
    ) -> Any:
        """Returns the frame with a column for a model's score.

        Args:
            date: the column with the date; by default, the day of the call.
            variables: the columns with the model's custom variables, or one column with all of
                them as JSON text.
        """
        asked = _Scores(model, _Columns(lat, lng, address, None), date, variables, column)
        return self._enrich(frame, asked)

    def plan(
        self,
        frame: Any,
        names: Optional[Sequence[str]] = None,
        *,
        model: Optional[str] = None,
        lat: Optional[str] = None,
        lng: Optional[str] = None,
        address: Optional[str] = None,
        pincode: Optional[str] = None,
        date: Optional[str] = None,
        variables: Union[str, Sequence[str], None] = None,
    ) -> Plan:
        """Returns what `attributes` (with names) or `scores` (with a model) would cost.

        Makes no call to the service.
        """
        if (names is None) == (model is None):
            raise ValueError("Give names for attributes, or model for scores.")
        asked: _Asked = (
            _Attributes(_names(names), _Columns(lat, lng, address, pincode))
            if names is not None
            else _Scores(str(model), _Columns(lat, lng, address, None), date, variables, "score")
        )
        rows = [asked.questions(row) for row in _rows(frame, asked.columns())]
        counts: dict[str, int] = {}
        groups: dict[str, list[Json]] = {}
        lost = 0
        for questions in rows:
            key = _line(questions)
            if _has_lost_letters(key):
                lost += 1
                continue
            counts[key] = counts.get(key, 0) + 1
            groups[key] = questions
        # A line says for how many rows it stands; further names of its place stand for none.
        lines = [
            [_line({**each, "rows": 0 if at > 0 else counts[key]}) for at, each in enumerate(group)]
            for key, group in groups.items()
        ]
        total = {**dict.fromkeys(_PLAN_FIELDS, 0), "rows": lost, "unreadable": lost}
        for batch in _batches(lines, _MOST_LINES):
            found = self._json("/v1/plan", batch)
            for field in _PLAN_FIELDS:
                total[field] += int(found[field])
        return Plan(**total)

    # For engines that run a function over parts of a frame, and run it again when a worker dies.

    def spark_attributes(
        self,
        frame: Any,
        names: Sequence[str],
        *,
        lat: Optional[str] = None,
        lng: Optional[str] = None,
        address: Optional[str] = None,
        pincode: Optional[str] = None,
    ) -> Any:
        """`attributes` for a Spark DataFrame, by a pandas UDF over batches of its rows."""
        asked = _Attributes(_names(names), _Columns(lat, lng, address, pincode))
        return self._spark(frame, asked)

    def spark_scores(
        self,
        frame: Any,
        model: str,
        *,
        lat: Optional[str] = None,
        lng: Optional[str] = None,
        address: Optional[str] = None,
        date: Optional[str] = None,
        variables: Union[str, Sequence[str], None] = None,
        column: str = "score",
    ) -> Any:
        """`scores` for a Spark DataFrame, by a pandas UDF over batches of its rows."""
        asked = _Scores(model, _Columns(lat, lng, address, None), date, variables, column)
        return self._spark(frame, asked)

    def dask_attributes(
        self,
        frame: Any,
        names: Sequence[str],
        *,
        lat: Optional[str] = None,
        lng: Optional[str] = None,
        address: Optional[str] = None,
        pincode: Optional[str] = None,
    ) -> Any:
        """`attributes` for a Dask DataFrame, by `map_partitions`."""
        asked = _Attributes(_names(names), _Columns(lat, lng, address, pincode))
        return self._dask(frame, asked)

    def dask_scores(
        self,
        frame: Any,
        model: str,
        *,
        lat: Optional[str] = None,
        lng: Optional[str] = None,
        address: Optional[str] = None,
        date: Optional[str] = None,
        variables: Union[str, Sequence[str], None] = None,
        column: str = "score",
    ) -> Any:
        """`scores` for a Dask DataFrame, by `map_partitions`."""
        asked = _Scores(model, _Columns(lat, lng, address, None), date, variables, column)
        return self._dask(frame, asked)

    def _spark(self, frame: Any, asked: _Asked) -> Any:
        """Passes only the needed columns through pandas. The others stay as they are in Spark."""
        from pyspark.sql import functions as sql
        from pyspark.sql.types import DoubleType, StringType, StructField, StructType

        _check_columns(frame.columns, asked)
        added = [StructField(name, DoubleType(), True) for name in asked.results()]
        earlier = [name for name in _OWN_COLUMNS if name in frame.columns]
        if self.errors == "columns":
            added += [StructField(name, StringType(), True) for name in _OWN_COLUMNS]
        inputs = list(dict.fromkeys([*asked.columns(), *earlier]))
        part = _SparkPart(self, asked, self._shared_token(frame), inputs, frame.schema)
        # Spark would otherwise run it once for each column that it adds.
        with warnings.catch_warnings():
            # Spark would rather read the kind from hints, which a list of columns cannot have.
            warnings.simplefilter("ignore", UserWarning)
            enrich = sql.pandas_udf(part, StructType(added), _SCALAR).asNondeterministic()
        columns = [part.column(name) for name in inputs] or [sql.lit(1)]
        whole = frame.select("*", enrich(*columns).alias(_ADDED))
        if self.errors == "columns":
            whole = whole.drop(*earlier)
        return whole.select("*", f"{_ADDED}.*").drop(_ADDED)

    def _shared_token(self, frame: Any) -> Any:
        """A token for executors: a broadcast variable, which is no part of the plan or of a task."""
        if self._token is None:
            return None
        try:
            context = frame.sparkSession.sparkContext
        except Exception:  # Spark Connect has none.
            return None
        return context.broadcast(self._secret())

    def _dask(self, frame: Any, asked: _Asked) -> Any:
        _check_columns(list(frame.columns), asked)
        self._give_token_to_dask()
        part = _Part(self, asked, None)
        return frame.map_partitions(part, meta=part.empty(frame._meta))

    def _give_token_to_dask(self) -> None:
        """Gives the token to a cluster's workers, and to those that join later, but not in tasks."""
        if self._token is None:
            return
        _tokens[self.url] = self._secret()
        try:
            from distributed import WorkerPlugin, get_client
        except ImportError:
            return
        try:
            client = get_client()
        except ValueError:
            return

        class LocusToken(WorkerPlugin):
            def __init__(self, url: str, token: str) -> None:
                self.url, self.token = url, token

            def __repr__(self) -> str:
                return "LocusToken"

            def setup(self, worker: Any) -> None:
                import locus_client

                locus_client._tokens[self.url] = self.token

        client.register_plugin(LocusToken(self.url, self._secret()), name=f"locus {self.url}")

    # How it is done.

    def _enrich(self, frame: Any, asked: _Asked) -> Any:
        is_list = isinstance(frame, Sequence)
        asked_of = _rows(frame, asked.columns())
        columns = {name for row in frame for name in row} if is_list else frame.columns
        _check_columns(columns, asked)
        rows = [asked.questions(row) for row in asked_of]
        outcomes = self._outcomes(rows, min(_MOST_NAMES, len(asked.results())))
        found: dict[str, list[Any]] = {name: [] for name in asked.results()}
        errors: dict[str, list[Any]] = {name: [] for name in _OWN_COLUMNS}
        for outcome in outcomes:
            for name in found:
                found[name].append(outcome.values.get(name if asked.names() else "score"))
            errors["locus_at"].append(outcome.at)
            errors["locus_error"].append(outcome.error)
            errors["locus_reason"].append(outcome.reason)
        for name in _OWN_COLUMNS:
            if name in columns:
                before = [row[name] for row in _rows(frame, [name])]
                first = _older if name == "locus_at" else _earlier
                errors[name] = [first(*both) for both in zip(before, errors[name])]
        if self.errors == "raise":
            wrong = [each for each in outcomes if each.error is not None]
            if wrong:
                first = wrong[0]
                text = (
                    f"{len(wrong)} of {len(outcomes)} rows have an error. The first: {first.error}"
                )
                raise LocusError(text, first.status, first.reason or "")
            errors = {}
        added = {**found, **errors}
        if is_list:
            return [
                {**row, **{name: values[at] for name, values in added.items()}}
                for at, row in enumerate(frame)
            ]
        import pandas

        typed = {
            name: pandas.Series(values, dtype="float64" if name in found else "object").to_numpy()
            for name, values in added.items()
        }
        return _beside(frame, typed)

    def _outcomes(self, rows: Sequence[Sequence[Json]], values: int) -> list[_Outcome]:
        """Returns an outcome for each row. Asks equal questions once, lost letters never."""
        keys = [[_line(each) for each in questions] for questions in rows]
        distinct = list(dict.fromkeys(key for row in keys for key in row))
        whole = [key for key in distinct if not _has_lost_letters(key)]
        answers = {key: _LOST for key in distinct} | dict(_Answers(self, whole, values).all())
        return [_merged([answers[key] for key in row]) for row in keys]

    def _json(self, path: str, lines: Optional[Sequence[str]] = None) -> Json:
        """Returns a whole reply. Asks again while the gateway is busy or away, which costs nothing."""
        start = time.monotonic()
        attempt = 0
        while True:
            try:
                with self._send(path, lines) as reply:
                    found: Json = json.loads(reply.read())
                    return found
            except _FAILURES as error:
                failure = _failure(error)
            attempt += 1
            wait = _wait(failure, attempt)
            if wait is None or time.monotonic() + wait - start > self._patience(failure):
                raise failure
            time.sleep(wait)

    def _send(self, path: str, lines: Optional[Sequence[str]]) -> Any:
        body = None if lines is None else "\n".join(lines).encode()
        headers = {"x-api-key": self._secret(), "content-type": "application/x-ndjson"}
        request = urllib.request.Request(self.url + path, data=body, headers=headers)
        try:
            reply = _opener.open(request, timeout=self.timeout)
            self._has_answered = True
            return reply
        except urllib.error.HTTPError as error:
            self._has_answered = True
            with error:
                raise _refusal(error) from None
        except urllib.error.URLError:
            raise LocusError(
                "Nothing answers at the gateway's address: check the address (and its https), and "
                "that the gateway runs and can be reached from here.",
                reason=_UNREACHED,
            ) from None

    def _patience(self, failure: LocusError) -> float:
        """A gateway that has answered before may only be restarting."""
        is_elsewhere = failure.reason == _UNREACHED and not self._has_answered
        return min(self.patience, _MOST_SECONDS_UNREACHED) if is_elsewhere else self.patience

    def _secret(self) -> str:
        given = self._token() if callable(self._token) else self._token
        in_environment = os.environ.get("LOCUS_TOKEN") or os.environ.get("LOCUS_KEY")
        found = given or _tokens.get(self.url) or in_environment
        if not found:
            raise LocusError(
                "There is no token: give Locus one, or set LOCUS_TOKEN, on every worker too.", 401
            )
        token = found.strip()
        if not (token.isascii() and token.isprintable()):
            raise LocusError("The token has signs that no token has: copy it again.", 401)
        return token

    def _room(self) -> int:
        """How many values may wait for an answer at once."""
        return int(self._json("/v1/me").get("waiting", {}).get("most", _USUAL_ROOM))


@dataclass(frozen=True)
class _Columns:
    """The columns of a place."""

    lat: Optional[str]
    lng: Optional[str]
    address: Optional[str]
    pincode: Optional[str]

    def __post_init__(self) -> None:
        has_pair = self.lat is not None and self.lng is not None
        has_part = self.lat is not None or self.lng is not None
        is_address = self.address is not None
        if has_pair == is_address or (is_address and has_part) or (has_pair and self.pincode):
            raise ValueError("Name the columns of the place: lat and lng, or address and pincode.")

    def named(self) -> list[str]:
        each = (self.lat, self.lng, self.address, self.pincode)
        return [name for name in each if name is not None]

    def place(self, row: Json) -> dict[str, Any]:
        if self.lat is not None and self.lng is not None:
            return {"lat": _plain(row[self.lat]), "lng": _plain(row[self.lng])}
        place = {"address": _plain(row[self.address])}
        return place if self.pincode is None else {**place, "pincode": _plain(row[self.pincode])}


class _Asked:
    """What is wanted for each row. It is sent to workers, so it contains nothing else."""

    def columns(self) -> list[str]:
        raise NotImplementedError

    def names(self) -> Sequence[str]:
        """The names of the attributes; none for a score."""
        return ()

    def results(self) -> Sequence[str]:
        """The columns that are added."""
        raise NotImplementedError

    def questions(self, row: Json) -> list[Json]:
        """Returns one line, or one for each 50 names."""
        raise NotImplementedError


@dataclass(frozen=True)
class _Attributes(_Asked):
    wanted: Sequence[str]
    place: _Columns

    def columns(self) -> list[str]:
        return self.place.named()

    def names(self) -> Sequence[str]:
        return self.wanted

    def results(self) -> Sequence[str]:
        return self.wanted

    def questions(self, row: Json) -> list[Json]:
        place = self.place.place(row)
        starts = range(0, len(self.wanted), _MOST_NAMES)
        return [{**place, "variables": list(self.wanted[at : at + _MOST_NAMES])} for at in starts]


@dataclass(frozen=True)
class _Scores(_Asked):
    model: str
    place: _Columns
    date: Optional[str]
    variables: Union[str, Sequence[str], None]
    column: str

    def columns(self) -> list[str]:
        of_model = (
            [self.variables] if isinstance(self.variables, str) else list(self.variables or ())
        )
        return [*self.place.named(), *([self.date] if self.date else []), *of_model]

    def results(self) -> Sequence[str]:
        return (self.column,)

    def questions(self, row: Json) -> list[Json]:
        question = {**self.place.place(row), "model": self.model}
        if self.date is not None:
            question["date"] = _day(row[self.date])
        if isinstance(self.variables, str):
            question["custom_variables"] = _object(row[self.variables])
        elif self.variables:
            question["custom_variables"] = {name: _number(row[name]) for name in self.variables}
        return [question]


class _Part:
    """Enriches a part of a frame on a worker."""

    def __init__(self, locus: Locus, asked: _Asked, token: Any) -> None:
        self.locus, self.asked, self.token = locus, asked, token

    def __call__(self, frame: Any) -> Any:
        if self.token is not None:
            _tokens[self.locus.url] = self.token.value
        return self.locus._enrich(frame, self.asked)

    def empty(self, frame: Any) -> Any:
        """Returns a part without rows, to show its columns and types."""
        import pandas

        added = {name: "float64" for name in self.asked.results()}
        if self.locus.errors == "columns":
            added.update(dict.fromkeys(_OWN_COLUMNS, "object"))
        nothing = {name: pandas.Series([], dtype=dtype).to_numpy() for name, dtype in added.items()}
        return _beside(frame.iloc[:0], nothing)


class _SparkPart(_Part):
    """Enriches a batch of rows of a Spark DataFrame. It gets only the columns that are needed."""

    def __init__(
        self, locus: Locus, asked: _Asked, token: Any, inputs: Sequence[str], schema: Any
    ) -> None:
        super().__init__(locus, asked, token)
        self.inputs = inputs
        self.types = {name: schema[name].dataType.typeName() for name in inputs}

    def __call__(self, *columns: Any) -> Any:
        import pandas

        given = {name: self.values(name, column) for name, column in zip(self.inputs, columns)}
        return super().__call__(pandas.DataFrame(given))[self.results()]

    def values(self, name: str, column: Any) -> Any:
        import pandas

        if self.types[name] != "long":
            return column
        whole = [int(text) if isinstance(text, str) else None for text in column]
        return pandas.Series(whole, dtype=object)

    def results(self) -> list[str]:
        errors = _OWN_COLUMNS if self.locus.errors == "columns" else ()
        return [*self.asked.results(), *errors]

    def column(self, name: str) -> Any:
        """Returns a type in which pandas loses nothing: 64-bit integers with nulls, days after 2262."""
        from pyspark.sql import functions as sql

        kept = {"long": "string", "timestamp": "date", "timestamp_ntz": "date"}
        column = sql.col("`" + name.replace("`", "``") + "`")
        cast = kept.get(self.types[name])
        return column if cast is None else column.cast(cast)


@dataclass
class _Outcome:
    values: Json
    error: Optional[str] = None
    reason: Optional[str] = None
    status: int = 200
    at: Optional[str] = None
    """When the oldest of its values was fetched, in ISO 8601; None if the gateway does not say."""


class _Answers:
    """Asks distinct questions in batches, several at once, until each has an outcome."""

    def __init__(self, locus: Locus, lines: Sequence[str], values: int) -> None:
        self.locus = locus
        self.lines = lines
        self.values = values
        self.outcomes: dict[str, _Outcome] = {}
        self.lock = threading.Lock()
        self.progress_at = time.monotonic()

    def all(self) -> Mapping[str, _Outcome]:
        batches = list(_batches([[line] for line in self.lines], _MOST_LINES))
        if len(batches) > 1:
            # The gateway refuses what does not fit, so less is sent at once.
            room = max(1, self.locus._room() // (self.values * _MOST_LINES))
            at_once = min(self.locus.at_once, room, _MOST_REQUESTS, len(batches))
        else:
            at_once = 1
        with ThreadPoolExecutor(at_once) as pool:
            for done in [pool.submit(self.ask, batch) for batch in batches]:
                done.result()
        return self.outcomes

    def ask(self, batch: Sequence[str]) -> None:
        """Asks until no question is left that can be repeated at no cost."""
        waiting = list(batch)
        attempts = 0
        while waiting:
            refused: dict[str, LocusError] = {}
            failure: Optional[LocusError] = None
            try:
                self.exchange(waiting, refused)
            except _FAILURES as error:
                failure = _failure(error)
                # What the reply did not reach is asked again.
                for line in waiting:
                    if line not in self.outcomes:
                        refused.setdefault(line, failure)
            if not refused:
                return
            if len(refused) < len(waiting):
                attempts = 0
            attempts += 1
            again = [line for line, why in refused.items() if _wait(why, attempts) is not None]
            delay = max((_wait(refused[line], attempts) or 0.0 for line in again), default=0.0)
            patience = min(self.locus._patience(each) for each in refused.values())
            is_late = time.monotonic() + delay - self.progress_at > patience
            for line, why in refused.items():
                if is_late or line not in again:
                    if failure is not None and why is failure:
                        raise failure
                    self.settle(line, _Outcome({}, str(why), why.reason or None, why.status))
            waiting = [] if is_late else again
            if waiting:
                time.sleep(delay)

    def exchange(self, waiting: Sequence[str], refused: dict[str, LocusError]) -> None:
        numbered = [f'{{"id":{at},{line[1:]}' for at, line in enumerate(waiting)]
        with self.locus._send("/v1/bulk", numbered) as reply:
            left = len(waiting)
            for text in reply:
                answer = json.loads(text)
                line = waiting[answer["id"]]
                left -= 1
                if answer["status"] == 200:
                    values = answer["data"] if "data" in answer else {"score": answer["score"]}
                    # Some names may have failed, though others have values.
                    error, reason = answer.get("message"), answer.get("reason")
                    self.settle(line, _Outcome(values, error, reason, at=answer.get("at")))
                else:
                    refused[line] = LocusError(
                        answer["message"],
                        answer["status"],
                        answer.get("reason") or "",
                        answer.get("retryAfter"),
                    )
            if left > 0:
                raise OSError("The reply was cut off.")

    def settle(self, line: str, outcome: _Outcome) -> None:
        with self.lock:
            self.outcomes[line] = outcome
            self.progress_at = time.monotonic()


def _wait(failure: LocusError, attempt: int) -> Optional[float]:
    """Seconds until a question may be asked again; None if that could cost something, or is in vain.

    A gateway that is busy or away has asked nothing. A call that takes longer than a request is
    still under way, and whoever asks again joins it: three times, then it may have been given up.
    """
    is_free = failure.status in (0, 429, 503)
    is_under_way = failure.status == 504 and attempt <= _MOST_JOINS
    if not (is_free or is_under_way):
        return None
    told = failure.retry_after
    return float(told) if told else min(10.0, 0.25 * 2 ** min(attempt, 6))


def _failure(error: Exception) -> LocusError:
    """Leaves out the error's own text, which may contain an address."""
    if isinstance(error, LocusError):
        return error
    return LocusError("The gateway cannot be reached, or its reply was cut off.")


def _refusal(error: urllib.error.HTTPError) -> LocusError:
    try:
        message = str(json.loads(error.read())["message"])
    except Exception:
        message = f"The gateway answered with status {error.code}."
    if 300 <= error.code < 400:
        message = f"The address redirects (status {error.code}): give the gateway's own address."
    reason = error.headers.get("x-locus-reason") or ""
    return LocusError(message, error.code, reason, _number(error.headers.get("retry-after")))


class _Http(HTTPConnection):
    def connect(self) -> None:
        _connect(self, super().connect)


class _Https(HTTPSConnection):
    def connect(self) -> None:
        _connect(self, super().connect)


def _connect(connection: HTTPConnection, connect: Callable[[], None]) -> None:
    """An answer may take long; whether there is somebody at all is known soon."""
    patient = connection.timeout
    connection.timeout = min(patient or _MOST_SECONDS_UNREACHED, _MOST_SECONDS_UNREACHED)
    connect()
    connection.timeout = patient
    connection.sock.settimeout(patient)


class _HttpHandler(urllib.request.HTTPHandler):
    def http_open(self, req: urllib.request.Request) -> Any:
        return self.do_open(_Http, req)


class _HttpsHandler(urllib.request.HTTPSHandler):
    def https_open(self, req: urllib.request.Request) -> Any:
        return self.do_open(_Https, req)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: values come only from the gateway, and status 3xx is a reply."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects, _HttpHandler, _HttpsHandler)


def _is_this_machine(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")


def _number(text: Optional[str]) -> Optional[float]:
    try:
        return float(text or "")
    except ValueError:
        return None


def _merged(outcomes: Sequence[_Outcome]) -> _Outcome:
    """Merges the replies for more than 50 names. The first error is the row's."""
    if len(outcomes) == 1:
        return outcomes[0]
    first = next((each for each in outcomes if each.error is not None), _Outcome({}))
    values = {name: value for each in outcomes for name, value in each.values.items()}
    at = min((each.at for each in outcomes if each.at), default=None)
    return _Outcome(values, first.error, first.reason, first.status, at)


def _earlier(before: Any, own: Optional[str]) -> Optional[str]:
    return before if isinstance(before, str) else own


def _older(before: Any, own: Optional[str]) -> Optional[str]:
    return min((at for at in (before, own) if isinstance(at, str)), default=None)


def _batches(groups: Iterable[Sequence[str]], most_lines: int) -> Iterator[list[str]]:
    """Yields whole groups, up to a number of lines and the gateway's limit in bytes."""
    batch: list[str] = []
    size = 0
    for group in groups:
        bytes_of_group = sum(len(line.encode()) + 16 for line in group)
        if batch and (len(batch) + len(group) > most_lines or size + bytes_of_group > _MOST_BYTES):
            yield batch
            batch, size = [], 0
        batch.extend(group)
        size += bytes_of_group
    if batch:
        yield batch


def _rows(frame: Any, columns: Sequence[str]) -> list[Json]:
    if isinstance(frame, Sequence):
        if not all(isinstance(row, Mapping) for row in frame):
            raise TypeError(_FRAMES)
        for name in columns:
            if frame and not any(name in row for row in frame):
                raise ValueError(f"No row has {name!r}.")
        return [{name: row.get(name) for name in columns} for row in frame]
    if not hasattr(frame, "assign"):
        raise TypeError(_FRAMES)
    missing = [name for name in columns if name not in frame.columns]
    if missing:
        raise ValueError(f"The frame has no column {missing[0]!r}.")
    for name in columns:
        if list(frame.columns).count(name) > 1:
            raise ValueError(f"The frame has more than one column {name!r}: rename one of them.")
    lists = [_values(frame[name]) for name in columns]
    return [dict(zip(columns, values)) for values in zip(*lists)]


def _beside(frame: Any, added: Mapping[str, Any]) -> Any:
    """The frame with these columns, put beside it at once: pandas is slow with many one by one."""
    import pandas

    whole = frame.copy(deep=False)
    new = {}
    more_levels = ("",) * (frame.columns.nlevels - 1)
    for name, values in added.items():
        column = (name, *more_levels) if more_levels else name
        if column in frame.columns:
            whole[column] = values
        else:
            new[column] = values
    whole = pandas.concat([whole, pandas.DataFrame(new, index=frame.index)], axis=1)
    whole.attrs = dict(frame.attrs)
    return whole


def _values(series: Any) -> list[Any]:
    """Returns Python's values. A 32-bit float is its shortest decimal, such as 12.9352."""
    if str(series.dtype).lower() not in _SHORT_FLOATS:
        return list(series.tolist())
    return [None if value != value else _short(value) for value in series.to_numpy("float32")]


def _short(value: Any) -> float:
    return float(str(value))


def _check_columns(columns: Iterable[Any], asked: _Asked) -> None:
    for name in asked.results():
        if name in columns:
            raise ValueError(f"The frame has a column {name!r} already: drop or rename it first.")


def _names(names: Sequence[str]) -> tuple[str, ...]:
    if isinstance(names, str):
        raise ValueError("names must be a list of names.")
    found = tuple(dict.fromkeys(name.strip().lower() for name in names))
    if not found or not all(found):
        raise ValueError("Give at least one name, and no empty one.")
    return found


def _plain(value: Any) -> Any:
    """Returns a value for JSON; None for a missing one: None, NaN, NaT, NA."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, (int, float)):
        return value if value == value and value not in (float("inf"), float("-inf")) else None
    if type(value).__name__ in ("float16", "float32"):
        return _plain(_short(value))
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, _date):
        return _day(value)
    if hasattr(value, "item"):
        return _plain(value.item())
    return None if type(value).__name__ in ("NAType", "NaTType") else str(value)


def _number(value: Any) -> Any:
    """Returns a model's variable. Numbers stay numbers: a database's decimal 2.50 is 2.5."""
    if isinstance(value, (list, dict)):
        return {}  # No model takes one, and the gateway says so of this row.
    if not isinstance(value, Decimal) or not value.is_finite():
        return None if isinstance(value, Decimal) else _plain(value)
    number = int(value) if value == value.to_integral_value() else float(value)
    return number if Decimal(str(number)) == value else str(value)


def _day(value: Any) -> Any:
    """Returns a date without its time of day."""
    if isinstance(value, _date) and value == value:
        return value.isoformat()[:10]
    return _plain(value) if not isinstance(value, _date) else None


def _object(value: Any) -> Any:
    """Returns custom variables, perhaps from JSON text. The gateway refuses anything else."""
    if isinstance(value, str):
        if not value.strip():
            return None
        try:
            value = json.loads(value)
        except ValueError:
            return value
    if not isinstance(value, Mapping):
        return _plain(value)
    return {str(name): _number(each) for name, each in value.items()}


def _has_lost_letters(line: str) -> bool:
    """Read as UTF-8, Latin-1's `Café` and `Cafè` are the same text, and would share an answer."""
    return any(letter == "\ufffd" or "\ud800" <= letter <= "\udfff" for letter in line)


def _line(question: Union[Json, Sequence[Json]]) -> str:
    return json.dumps(question, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


_tokens: dict[str, str] = {}
"""By the gateway's address: what a worker was given apart from its tasks."""
_LOST = _Outcome(
    {},
    "A text of this row has lost letters (\ufffd): read the file in its own encoding.",
    "invalid-argument",
    400,
)
_ADDED = "_locus_added"
_SCALAR = 200
"""`PandasUDFType.SCALAR`: a series for each column in, a frame out."""
_FAILURES = (OSError, ValueError, HTTPException, LocusError)
_SHORT_FLOATS = ("float16", "float32", "halffloat[pyarrow]", "float[pyarrow]")
_PLAN_FIELDS = ("rows", "places", "calls", "values", "known", "unreadable")
_MOST_NAMES = 50
_MOST_LINES = 1000
_MOST_BYTES = 1_000_000
_MOST_REQUESTS = 16
_MOST_JOINS = 3
_UNREACHED = "unreachable"
_MOST_SECONDS_UNREACHED = 10.0
_FRAMES = (
    "A frame is a pandas DataFrame or a list of dicts, such as to_dicts() of Polars or to_pylist() "
    "of PyArrow gives."
)
_USUAL_ROOM = 50_000
