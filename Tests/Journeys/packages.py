"""An operator who has several machines makes a folder of packages that apt installs from, signed with a key of their own;
what somebody else put there is refused. The packages are small ones of this name: that the real one installs is tried by
deploy/try-package.sh."""

import functools
import hashlib
import http.server
import shutil
import tempfile
import threading
import time
import urllib.request

from journey import *

folder = box.folder / "packages"
folder.mkdir()
repository, machine = folder / "apt", folder / "machine"
# Not in the box: the name of a socket of gpg's agent has to be short.
keys = tempfile.mkdtemp()
environment = {**os.environ, "GNUPGHOME": keys}


def end_keys():
    subprocess.run(["gpgconf", "--kill", "gpg-agent"], env=environment, capture_output=True)
    shutil.rmtree(keys, ignore_errors=True)


atexit.register(end_keys)


def run(*command, **more):
    return subprocess.run(
        [str(word) for word in command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)


def make_key(whose):
    done = run("gpg", "--batch", "--passphrase", "", "--quick-generate-key", whose, "ed25519", "sign", "never")
    assert done.returncode == 0, done.stdout


def package(version):
    tree = folder / version
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "DEBIAN/control").write_text(
        f"Package: daybook\nVersion: {version}\nArchitecture: amd64\nMaintainer: Nobody <nobody@daybook.invalid>\n"
        "Description: stands in for the server\n")
    done = run("dpkg-deb", "--build", "--root-owner-group", tree, folder / f"daybook_{version}_amd64.deb")
    assert done.returncode == 0, done.stdout
    return folder / f"daybook_{version}_amd64.deb"


def another_second():
    """Clients ask for what is newer by the second, so a repository that is made anew within one is the one before."""
    release = repository / "dists/stable/Release"
    while release.exists() and time.time() < int(release.stat().st_mtime) + 1:
        time.sleep(0.05)


def make_repository(*packages, key="Packages of Daybook", address=None, **settings):
    another_second()
    command = [f"{name}={value}" for name, value in settings.items()]
    return run("env", *command, ROOT / "deploy/apt-repository.sh", repository, address or served, key, *packages)


class Reader(threading.Thread):
    """A machine that asks while the folder is being made anew: whatever it is told, it finds."""

    def __init__(self):
        super().__init__()
        self.over, self.rounds, self.missed = threading.Event(), 0, []
        self.start()

    def run(self):
        while not self.over.is_set() or self.rounds == 0:
            try:
                for line in self.read("InRelease").decode().splitlines():
                    if line.startswith(" ") and len(line.split()[0]) == 64:
                        sum_, _, name = line.split()
                        index = self.read(f"{name.rsplit('/', 1)[0]}/by-hash/SHA256/{sum_}")
                        assert hashlib.sha256(index).hexdigest() == sum_, name
            except Exception as trouble:
                self.missed.append(trouble)
            self.rounds += 1

    @staticmethod
    def read(name):
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{served}/dists/stable/{name}") as answer:
            return answer.read()

    def missed_anything(self):
        self.over.set()
        self.join()
        return self.missed


def apt(*words):
    """apt as on another machine, all of whose folders are here."""
    options = {
        "Dir::Etc::SourceList": "/dev/null", "Dir::Etc::SourceParts": machine / "sources.list.d",
        "Dir::Etc::Trusted": "/dev/null", "Dir::Etc::TrustedParts": machine / "none", "Dir::State": machine / "state",
        "Dir::State::Status": machine / "status", "Dir::Cache": machine / "cache", "APT::Architecture": "amd64",
        "APT::Architectures": "amd64", "APT::Sandbox::User": "", "Acquire::Languages": "none",
        "Acquire::http::Proxy::127.0.0.1": "DIRECT",
    }
    settings = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    return run("apt-get", *settings, "-o", "APT::Update::Error-Mode=any", *words, cwd=machine)


def installs(version):
    """What apt would install, from a folder whose signature it has checked."""
    updated = apt("update")
    assert updated.returncode == 0, updated.stdout
    shutil.rmtree(machine / "cache", ignore_errors=True)
    fetched = apt("download", "daybook")
    assert fetched.returncode == 0, fetched.stdout
    here = sorted(path.name for path in machine.glob("*.deb"))
    for name in here:
        (machine / name).unlink()
    same(here, [f"daybook_{version}_amd64.deb"])


def forget():
    """What apt has read before."""
    shutil.rmtree(machine / "state/lists")
    (machine / "state/lists/partial").mkdir(parents=True)


def trust():
    """All that another machine needs."""
    shutil.copy(repository / "daybook.sources", machine / "sources.list.d/daybook.sources")


for place in ("sources.list.d", "none", "state/lists/partial", "cache/archives/partial"):
    (machine / place).mkdir(parents=True)
(machine / "status").touch()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


repository.mkdir()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(repository)))
threading.Thread(target=server.serve_forever, daemon=True).start()
served = f"http://127.0.0.1:{server.server_port}"

# What is missing is said.
first = package("0.1.0")
refused = make_repository(first)
assert refused.returncode == 1 and "gpg --quick-generate-key" in refused.stdout, refused.stdout
make_key("Packages of Daybook")
refused = make_repository(first, address="tasks.example.org")
assert refused.returncode == 1 and "expected https://" in refused.stdout, refused.stdout
refused = make_repository(folder / "none.deb")
assert refused.returncode == 1 and "make dist" in refused.stdout, refused.stdout

made = make_repository(first)
assert made.returncode == 0, made.stdout
trust()
installs("0.1.0")
# The next release comes into the same folder, and machines need nothing new. Who asks meanwhile misses nothing.
reader = Reader()
made = make_repository(package("0.2.0"))
assert made.returncode == 0, made.stdout
same(reader.missed_anything(), [])
installs("0.2.0")
same(len(list((repository / "dists/stable/main/binary-amd64/by-hash/SHA256").iterdir())), 4)
# A signature that counts for some days only, on what is there already.
refused = make_repository(VALID_DAYS="soon")
assert refused.returncode == 1 and "a number of days" in refused.stdout, refused.stdout
made = make_repository(folder / "daybook_0.2.0_amd64.deb", VALID_DAYS=7)
assert made.returncode == 0, made.stdout
assert "\nValid-Until: " in (repository / "dists/stable/Release").read_text()
installs("0.2.0")
# Straight from the folder.
made = make_repository(first, address=f"file:{repository}")
assert made.returncode == 0, made.stdout
trust()
installs("0.2.0")
# One version is one package.
(folder / "0.1.0/DEBIAN/control").write_text((folder / "0.1.0/DEBIAN/control").read_text().replace("amd64", "amd64\nSection: net"))
shutil.copytree(folder / "0.1.0", folder / "again")
run("dpkg-deb", "--build", "--root-owner-group", folder / "again", first)
refused = make_repository(first)
assert refused.returncode == 1 and "a version of its own" in refused.stdout, refused.stdout
made = make_repository(folder / "daybook_0.2.0_amd64.deb")
assert made.returncode == 0, made.stdout
trust()
installs("0.2.0")

# Who can write into the folder and has not the key installs nothing on any machine.
packages = repository / "dists/stable/main/binary-amd64/Packages"
whole = packages.read_bytes()
for file in [file for file in packages.parent.rglob("*") if file.is_file()]:
    file.unlink()
packages.write_bytes(whole.replace(b"0.2.0", b"9.9.9"))
forget()
refused = apt("update")
assert refused.returncode != 0 and "Hash Sum mismatch" in refused.stdout, refused.stdout
make_key("Somebody else")
made = make_repository(package("0.3.0"), key="Somebody else")
assert made.returncode == 0, made.stdout
refused = apt("update")
assert refused.returncode != 0 and "NO_PUBKEY" in refused.stdout, refused.stdout
made = make_repository(folder / "daybook_0.3.0_amd64.deb")
assert made.returncode == 0, made.stdout
trust()
installs("0.3.0")
