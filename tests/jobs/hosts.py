"""A Dask cluster of several hosts: `unshare -rnm python hosts.py FOLDER`, in namespaces of network and mounts.

This process is the first host: it has the scheduler, an S3-compatible server and the sweep. The others have a worker
each, an address on a bridge and an empty folder in the place of FOLDER, so that no file of one is seen by another.
Workers are killed at random moments, and others take their places.
"""

import json
import logging
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import fsspec
import pytest
from distributed import LocalCluster
from moto.server import ThreadedMotoServer

import armillary as arm
from standin import tree
from sweep_jobs import StandInStudy

HERE, KILLS, HOSTS = "10.99.0.1", 4, 2
WORKER = """
import asyncio, os, sys
from distributed import Worker

async def work(scheduler, here):
    async with Worker(scheduler, nthreads=1, dashboard=False, host=here, local_directory=os.environ["SCRATCH"]) as made:
        await made.finished()

sys.stdin.readline()
assert not os.listdir(os.environ["SCRATCH"])
asyncio.run(work(*sys.argv[1:]))
"""


def ip(*arguments):
    subprocess.run(["ip", *map(str, arguments)], check=True)


def host(folder, scheduler, number):
    """Start a host with a worker; return its process."""
    mount = f'mount -t tmpfs none "{folder}" && exec "$@"'
    here = f"10.99.0.{number}"
    command = ["unshare", "-nm", "sh", "-c", mount, "sh", sys.executable, "-c", WORKER, scheduler, here]
    made = subprocess.Popen(command, stdin=subprocess.PIPE, text=True)
    while Path(f"/proc/{made.pid}/ns/net").readlink() == Path("/proc/self/ns/net").readlink():
        time.sleep(0.01)
    ip("link", "add", f"v{number}", "type", "veth", "peer", "name", "eth0", "netns", made.pid)
    ip("link", "set", f"v{number}", "master", "bridge", "up")
    inside = ["nsenter", "-t", str(made.pid), "-n", "ip"]
    for arguments in ("link set lo up", f"addr add {here}/24 dev eth0", "link set eth0 up"):
        subprocess.run([*inside, *arguments.split()], check=True)
    made.stdin.write("go\n")
    made.stdin.flush()
    return made


def run(folder):
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    ip("link", "set", "lo", "up")
    ip("link", "add", "bridge", "type", "bridge")
    ip("addr", "add", f"{HERE}/24", "dev", "bridge")
    ip("link", "set", "bridge", "up")
    server = ThreadedMotoServer(ip_address=HERE, port=5000, verbose=False)
    server.start()
    os.environ |= {"AWS_ENDPOINT_URL": f"http://{HERE}:5000", "AWS_ACCESS_KEY_ID": "key", "SCRATCH": str(folder)}
    os.environ |= {"AWS_SECRET_ACCESS_KEY": "secret", "AWS_DEFAULT_REGION": "us-east-1"}
    os.environ |= {"ARMILLARY_CACHE": str(folder / "cache")}
    fsspec.filesystem("s3").mkdir("study")
    (folder / "here").touch()
    study, draw = StandInStudy(samples=40, chunks=(1, 3), bad=110.0, seconds=0.05), random.Random(5)
    with LocalCluster(n_workers=0, host=HERE, protocol="tcp://", dashboard_address=None) as cluster:
        workers = [host(folder, cluster.scheduler_address, number) for number in range(2, 2 + HOSTS)]
        executor = arm.executors.Dask(cluster.scheduler_address)
        with pytest.raises(arm.errors.StoreError, match="not seen by the worker"):
            arm.sweep(study, folder / "s.zarr", executor=executor)
        kills, complete = 0, threading.Event()

        def kill():
            nonlocal kills
            while kills < KILLS and not complete.wait(draw.uniform(0.1, 0.6)):
                victim = workers.pop(0)
                victim.kill()
                victim.wait()
                kills += 1
                workers.append(host(folder, cluster.scheduler_address, 2 + HOSTS + kills))

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            results = arm.sweep(study, "s3://study/s.zarr", executor=executor)
        finally:
            complete.set()
            killer.join()
        names = executor.elsewhere(os.getpid)
        executor.client.close()
        for worker in workers:
            worker.kill()
            worker.wait()
    assert results.complete
    assert not list(results.store.verify())
    arm.sweep(study, folder / "alone.zarr", executor=arm.executors.Serial())
    files, root = fsspec.url_to_fs("s3://study/s.zarr", use_listings_cache=False)
    objects = {name.removeprefix(f"{root}/"): files.cat_file(name) for name in files.find(root)}
    assert objects == tree(folder / "alone.zarr"), "other bytes than those of one process"
    server.stop()
    print(json.dumps({"kills": kills, "workers": len(names), "chunks": study.layout.count}))


if __name__ == "__main__":
    run(Path(sys.argv[1]))
