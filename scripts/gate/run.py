"""Runs stages of steps, keeps what they say, and tells at the end what came of it."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
GATE = ROOT / ".build/gate"
# More than two tests that passed at the second try are no accident.
FLAKY_ALLOWED = 2
# What debconf says of itself when a package is installed is none.
COMPLAINT = re.compile(r"^(?!debconf:).*(error:|✘|FAILED|Traceback|fault|not |failed)", re.IGNORECASE)


class Processors:
    """What this machine's processors did since this was made."""

    def __init__(self):
        self.began = self.read()

    @staticmethod
    def read():
        """Jiffies since the machine began: with nothing to do, and in all."""
        spent = [int(number) for number in pathlib.Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
        return spent[3] + spent[4], sum(spent)

    def idle(self):
        """The share of the time, in percent, in which there was nothing for them to do."""
        idle, whole = (now - then for now, then in zip(self.read(), self.began))
        return 100 * idle / max(whole, 1)


class Outcome:
    def __init__(self, step):
        self.step, self.seconds, self.idle, self.word = step, 0, 0, "-"
        self.complaint, self.replay, self.flaky = "not reached", "", []


class Run:
    def __init__(self, tier, stages):
        self.tier, self.stages, self.outcomes, self.running = tier, stages, [], {}
        self.lock, self.began, self.is_over = threading.Lock(), time.monotonic(), False
        self.environment = dict(os.environ)

    def make(self):
        """The exit status: 0 where everything held."""
        GATE.mkdir(parents=True, exist_ok=True)
        for step in (step for stage in self.stages for lane in stage for step in lane):
            (GATE / f"{step.name}.jsonl").unlink(missing_ok=True)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.interrupted)
        folder = folder_in_memory()
        if folder:
            self.environment["TMPDIR"] = folder
        try:
            self.make_stages()
        finally:
            if folder:
                shutil.rmtree(folder, ignore_errors=True)
        return self.table()

    def make_stages(self):
        for stage in self.stages:
            lanes = [[Outcome(step) for step in lane] for lane in stage]
            self.outcomes += [outcome for lane in lanes for outcome in lane]
            if self.is_over:
                continue
            threads = [threading.Thread(target=self.walk, args=[lane], daemon=True) for lane in lanes]
            for thread in threads:
                thread.start()
            for thread in threads:
                # In turns, so that signals are heard meanwhile.
                while thread.is_alive():
                    thread.join(1)

    def walk(self, lane):
        for outcome in lane:
            if self.is_over:
                return
            self.make_step(outcome)
            if outcome.word == "FAILED" and outcome.step.is_ground:
                self.is_over = True

    def make_step(self, outcome):
        step, log, report = outcome.step, GATE / f"{outcome.step.name}.log", GATE / f"{outcome.step.name}.jsonl"
        self.say(f"== {step.name} begins")
        began, processors = time.monotonic(), Processors()
        with log.open("wb") as output:
            process = subprocess.Popen(
                ["bash", "-euo", "pipefail", "-c", step.command], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, env={**self.environment, "GATE_REPORT": str(report)}, start_new_session=True)
            self.running[step.name] = process
            try:
                status = process.wait(step.limit)
            except subprocess.TimeoutExpired:
                self.end(process)
                status = None
            del self.running[step.name]
        outcome.seconds, outcome.idle = time.monotonic() - began, processors.idle()
        self.judge(outcome, status, log, report)
        self.say(f"== {step.name} {outcome.word} after {outcome.seconds:.0f} s {outcome.complaint}".rstrip())
        if outcome.word == "FAILED":
            self.say(tail(log))

    def judge(self, outcome, status, log, report):
        """What came of a step, in one word, and the first complaint."""
        told = [json.loads(line) for line in report.read_text().splitlines()] if report.exists() else []
        outcome.flaky = [line for line in told if line["outcome"] == "flaky"]
        failed = [line for line in told if line["outcome"] == "failed"]
        outcome.word, outcome.complaint = "ok", ""
        outcome.replay = f"python3 scripts/gate {self.tier} {outcome.step.name}"
        if outcome.flaky:
            outcome.word = "FLAKY"
            outcome.complaint, outcome.replay = outcome.flaky[0]["complaint"], outcome.flaky[0]["replay"]
        if status != 0:
            outcome.word = "FAILED"
            outcome.complaint = f"hangs: it was ended after {outcome.step.limit} s" if status is None else complaint(log)
            if failed:
                outcome.complaint, outcome.replay = failed[0]["complaint"], failed[0]["replay"]

    def table(self):
        """Tells it all in the last lines, and says how it ended."""
        flaky = [line for outcome in self.outcomes for line in outcome.flaky]
        if any(outcome.step.tells for outcome in self.outcomes):
            (GATE / "flaky.jsonl").write_text("".join(json.dumps(line) + "\n" for line in flaky))
        failed = [outcome for outcome in self.outcomes if outcome.word == "FAILED"]
        too_many = len(flaky) > FLAKY_ALLOWED
        print("\n== what passed at the second try alone" if flaky else "", flush=True)
        for line in flaky:
            print(f"FLAKY {line['test']}: {line['complaint']}\n      {line['replay']}")
        print(f"\n{'step':20} {'seconds':>7} {'idle':>5}  {'':6}  first complaint, and how to see it again")
        for outcome in self.outcomes:
            print(f"{outcome.step.name:20} {outcome.seconds:7.0f} {outcome.idle:4.0f}%  {outcome.word:6}  {outcome.complaint[:200]}".rstrip())
            if outcome.word in ("FAILED", "FLAKY"):
                print(f"{'':43}{outcome.replay}")
        word = "RED" if failed or too_many else "GREEN"
        seconds = time.monotonic() - self.began
        seed = os.environ.get("DAYBOOK_SEED", "drawn anew")
        print(f"{self.tier}: {word} after {seconds / 60:.1f} minutes, {len(failed)} of {len(self.outcomes)} steps failed,"
              f" {len(flaky)} flaky{', which is too many' if too_many else ''}; seed {seed}", flush=True)
        return 0 if word == "GREEN" else 1

    def say(self, text):
        with self.lock:
            print(f"[{time.monotonic() - self.began:5.0f} s] {text}", flush=True)

    def end(self, process):
        """The whole group: a server that a test left must not outlive it."""
        for number, patience in ((signal.SIGTERM, 30), (signal.SIGKILL, 5)):
            try:
                os.killpg(process.pid, number)
                process.wait(patience)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                continue

    def interrupted(self, number, _):
        self.is_over = True
        for process in list(self.running.values()):
            self.end(process)
        sys.exit(128 + number)


def folder_in_memory():
    """Where steps put what they throw away, where there is memory for it: a thousand databases come and go, and it takes a disk
    minutes to forget them."""
    memory = re.search(r"MemAvailable: +(\d+) kB", pathlib.Path("/proc/meminfo").read_text())
    shared = pathlib.Path("/dev/shm")
    if "TMPDIR" in os.environ or not memory or int(memory[1]) < 16 << 20 or not os.access(shared, os.W_OK):
        return None
    if shutil.disk_usage(shared).free < 14 << 30:
        return None
    folder = tempfile.mkdtemp(prefix="daybook-", dir=shared)
    # PostgreSQL, which runs as another user where this is root, gets through.
    os.chmod(folder, 0o711)
    return folder


def complaint(log):
    """The first line that complains, else the last one."""
    lines = [line.strip() for line in log.read_text(errors="replace").splitlines() if line.strip()]
    return next((line for line in lines if COMPLAINT.search(line)), lines[-1] if lines else "it said nothing")


def tail(log, lines=40):
    return "\n".join("    " + line for line in log.read_text(errors="replace").splitlines()[-lines:])
