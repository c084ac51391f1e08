"""What todoman and vdirsyncer say, written down by `daybook caldav record` and said again to another account:
recording.py URL USER PASSWORD ANOTHERS_PASSWORD"""

import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Documents"))
from box import PROGRAM, ROOT
from dav import Door
from steps import Steps

URL, USER, PASSWORD, ANOTHER = sys.argv[1:]
HERE = pathlib.Path(__file__).resolve().parent
OWN = ROOT / ".build/caldav/bin/python"
WORDS = ["apples", "plants", "Market", "Errands", "errands", PASSWORD]


def suite(interpreter, *words):
    done = subprocess.run([interpreter, *words], cwd=HERE, text=True, capture_output=True, timeout=200)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout.strip().splitlines()[-1])["told"]


def main(folder):
    steps = Steps()
    file = folder / "transcript.txt"
    parts = urllib.parse.urlsplit(URL)
    account = Door(URL, USER, PASSWORD).home().rstrip("/").rsplit("/", 1)[1]

    def record():
        recorder = subprocess.Popen(
            [PROGRAM, "caldav", "record", "--server", f"{parts.scheme}://{parts.netloc}", "--at", "127.0.0.1:0", file],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            ready = recorder.stdout.readline()
            assert "http://" in ready, ready
            place = ready.strip().rsplit("http://", 1)[1].rstrip("/")
            told = suite(OWN, "vdirsyncer_todoman.py", f"http://{place}{parts.path}", USER, PASSWORD)
        finally:
            recorder.send_signal(signal.SIGINT)
            recorder.wait(20)
        assert recorder.returncode == 0, recorder.returncode
        return told

    def no_words():
        text = file.read_text(encoding="utf-8")
        found = [word for word in [*WORDS, account] if word in text]
        assert not found, f"{found} can be read"
        return f"{text.count('### ')} requests"

    def replay():
        return suite(sys.executable, "transcripts.py", URL, USER, ANOTHER, file)

    for step in (record, no_words, replay):
        steps(step.__name__.replace("_", " "), step)
    steps.end()


with tempfile.TemporaryDirectory(prefix="daybook-recording-") as place:
    main(pathlib.Path(place))
