"""One job of `npm run test:engines`, in an environment that it made: `job.py spark|dask`.

100,000 rows over 20,000 places get two attributes and a score: through a gateway, straight from the
service, or straight after a step that leaves each place once. Once a third of the least calls are
made, one of three workers is killed. The job leaves a JSON of what came of it.
"""

import http.client
import json
import os
import random
import signal
import sys
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pandas
from locus_client import Locus

ROWS, PLACES, PARTS = int(os.environ["ROWS"]), int(os.environ["PLACES"]), 24
NAMES = ["w_pop_tt", "p_retail_gc_np"]
SERVICE, GATEWAY, TOKEN = os.environ["SERVICE"], os.environ["GATEWAY"], os.environ.pop("TOKEN", "")
WAY = os.environ["WAY"]
IS_DIRECT = WAY != "gateway"
PLACE = ["lat", "lng"]
FOLDER = Path(os.environ["FOLDER"])


def main(engine):
    frame = places()
    began = time.monotonic()
    found, facts = {"spark": spark, "dask": dask}[engine](frame)
    seconds = time.monotonic() - began
    expected = pandas.DataFrame(
        {
            name: [value(*pair, name) for pair in zip(found["lat"], found["lng"])]
            for name in [*NAMES, "score"]
        },
        index=found.index,
    )
    is_right = (found[[*NAMES, "score"]] == expected).all(axis=1)
    if not IS_DIRECT:
        is_right &= found["locus_error"].isna()
    if "kept" in found:
        numbers = ["" if row % 2 == 0 else "9007199254740993 " for row in found["row"]]
        is_right &= found["kept"] == [f"{number}9999-12-31" for number in numbers]
    facts["rows"] = len(found)
    facts["different"] = int(found["row"].nunique())
    facts["right"] = int(is_right.sum())
    facts["seconds"] = round(seconds, 1)
    if not IS_DIRECT and not bool(is_right.all()):
        facts["errors"] = found["locus_error"].value_counts().head(3).to_dict()
    (FOLDER / "result.json").write_text(json.dumps(facts))


def places():
    """Each place several times, far apart."""
    order = [at % PLACES for at in range(ROWS)]
    random.Random(7).shuffle(order)
    return pandas.DataFrame(
        {
            "row": range(ROWS),
            "lat": [8 + (at % 200) / 10 for at in order],
            "lng": [70 + (at // 200) / 10 for at in order],
        }
    )


def value(lat, lng, name):
    return (round(lat * 1e4) * 31 + round(lng * 1e4) * 17 + len(name)) % 9973


# With Spark: three executors, speculation on.


def spark(frame):
    from pyspark.sql import SparkSession

    events = FOLDER / "events"
    events.mkdir()
    session = (
        SparkSession.builder.master("local-cluster[3,1,1024]")
        .config("spark.executor.memory", "1g")
        # All three, before the first task.
        .config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
        .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "300s")
        # It never runs a task twice on one host, so here it has no effect.
        .config("spark.speculation", "true")
        .config("spark.speculation.interval", "100ms")
        .config("spark.speculation.quantile", "0.3")
        .config("spark.speculation.multiplier", "1.1")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "2000")
        .config("spark.ui.enabled", "false")
        .config("spark.eventLog.enabled", "true")
        .config("spark.eventLog.compress", "false")
        .config("spark.eventLog.rolling.enabled", "false")
        .config("spark.eventLog.dir", events.as_uri())
        .config("spark.local.dir", str(FOLDER / "local"))
        .getOrCreate()
    )
    context = session.sparkContext
    context.setLogLevel("ERROR")
    rows = session.createDataFrame(frame).repartition(PARTS)
    if WAY == "distinct":
        schema = f"lat double, lng double, {NAMES[0]} double, {NAMES[1]} double, score double"
        known = rows.select(PLACE).distinct().repartition(PARTS).mapInPandas(each_direct, schema)
        enriched = rows.join(known, PLACE)
    elif IS_DIRECT:
        schema = f"row bigint, lat double, lng double, {NAMES[0]} double, {NAMES[1]} double, score double"
        enriched = rows.mapInPandas(each_direct, schema)
    else:
        locus = Locus(GATEWAY, TOKEN)
        place = {"lat": "lat", "lng": "lng"}
        # Types that pandas does not have: none of them may pass through it.
        kept = ["if(row % 2 = 0, null, 9007199254740993) AS id", "DATE '9999-12-31' AS until"]
        enriched = locus.spark_scores(
            locus.spark_attributes(rows.selectExpr("*", *kept), NAMES, **place), "retail", **place
        )
        enriched = enriched.selectExpr("*", "concat_ws(' ', id, until) AS kept").drop("id", "until")
        plan = enriched._jdf.queryExecution().toString()
    jvm = int(context._jvm.java.lang.ProcessHandle.current().pid())
    with killing(lambda: executors_of(jvm)[0]) as killed:
        found = enriched.toPandas()
    session.stop()
    tasks = [
        json.loads(line) for path in events.rglob("*") if path.is_file() for line in path.open()
    ]
    started = [each["Task Info"] for each in tasks if each["Event"] == "SparkListenerTaskStart"]
    facts = {"killed": killed, "tasks": len(started)}
    ended = [each for each in tasks if each["Event"] == "SparkListenerTaskEnd"]
    failures = [each["Task End Reason"]["Reason"] for each in ended]
    facts["failures"] = {each: failures.count(each) for each in set(failures)}
    facts["speculative"] = sum(bool(each["Speculative"]) for each in started)
    if not IS_DIRECT:
        facts["tokenInPlan"] = TOKEN in plan
    return found, facts


def executors_of(jvm):
    """This job's own, by their parent."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            is_executor = b"CoarseGrainedExecutorBackend" in (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if is_executor and parent == jvm:
            found.append(int(entry.name))
    return sorted(found)


# With Dask: three workers with a nanny each.


def dask(frame):
    import dask.dataframe
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=3, threads_per_worker=1, dashboard_address=None, local_directory=str(FOLDER)
        ) as cluster,
        Client(cluster) as client,
    ):
        rows = dask.dataframe.from_pandas(frame, npartitions=PARTS)
        if WAY == "distinct":
            known = rows[PLACE].drop_duplicates().repartition(npartitions=PARTS)
            meta = {"lat": "f8", "lng": "f8", NAMES[0]: "f8", NAMES[1]: "f8", "score": "f8"}
            enriched = rows.merge(known.map_partitions(direct, meta=meta), on=PLACE)
        elif IS_DIRECT:
            meta = {
                "row": "i8",
                "lat": "f8",
                "lng": "f8",
                NAMES[0]: "f8",
                NAMES[1]: "f8",
                "score": "f8",
            }
            enriched = rows.map_partitions(direct, meta=meta)
        else:
            locus = Locus(GATEWAY, TOKEN)
            place = {"lat": "lat", "lng": "lng"}
            enriched = locus.dask_scores(
                locus.dask_attributes(rows, NAMES, **place), "retail", **place
            )
        workers = sorted(client.run(os.getpid).values())
        with killing(lambda: workers[0]) as killed:
            found = enriched.compute()
        facts = {"killed": killed}
        if not IS_DIRECT:
            facts["tokenInPlan"] = TOKEN.encode() in client_graph(enriched)
    return found, facts


def client_graph(frame):
    import cloudpickle

    return cloudpickle.dumps(dict(frame.__dask_graph__()))


class killing:
    """Kills a process once a third of the least calls have been made."""

    def __init__(self, find):
        self.find = find
        self.killed = []
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.watch)

    def __enter__(self):
        self.thread.start()
        return self.killed

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()

    def watch(self):
        while not self.is_over.wait(0.05):
            with urllib.request.urlopen(SERVICE + "/counts") as reply:
                counts = json.load(reply)
            if counts["lookup"]["calls"] + counts["score"]["calls"] >= 2 * PLACES / 3:
                pid = self.find()
                os.kill(pid, signal.SIGKILL)
                self.killed.append(pid)
                return


# Without a gateway: what a job does by itself.


def each_direct(frames):
    for frame in frames:
        yield direct(frame)


def direct(frame):
    """A part of a frame, each of its places once."""
    pairs = list(dict.fromkeys(zip(frame["lat"].tolist(), frame["lng"].tolist())))
    own = threading.local()
    with ThreadPoolExecutor(8) as pool:
        answers = dict(zip(pairs, pool.map(lambda pair: ask_twice(own, pair), pairs)))
    found = [answers[pair] for pair in zip(frame["lat"].tolist(), frame["lng"].tolist())]
    return frame.assign(
        **{name: [float(each[name]) for each in found] for name in [*NAMES, "score"]}
    )


def ask_twice(own, pair):
    lat, lng = pair
    lookup = {"lat": lat, "lng": lng, "variables": ",".join(NAMES)}
    score = {"key": "key", "lat": lat, "lng": lng}
    data = post(own, "/production/v1.0/getvariablesbulk", lookup)["data"]
    return {**data, "score": post(own, "/model/v1.0/retail", score)["score"]}


def post(own, path, body):
    if not hasattr(own, "connection"):
        parts = urlsplit(SERVICE)
        own.connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
    headers = {"content-type": "application/json", "x-api-key": "key"}
    own.connection.request("POST", path, json.dumps(body), headers)
    return json.loads(own.connection.getresponse().read())


if __name__ == "__main__":
    main(sys.argv[1])
