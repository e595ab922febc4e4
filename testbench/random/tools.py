"""Other programs, with limits."""
import os
import signal
import subprocess
import threading
from dataclasses import dataclass

running = set()
lock = threading.Lock()


@dataclass
class Result:
    status: int  # negative: the signal that ended it; None: it took too long
    out: str
    err: str

    def said(self):
        return self.out + self.err


def end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def end_all():
    with lock:
        for process in list(running):
            end(process)


def call(command, seconds, folder=None, environment=None):
    """Runs a command; it has `seconds` of a processor, and as many times ten beside it."""
    limited = ["sh", "-c", f'ulimit -t {seconds}; exec "$@"', "sh"] + [str(word)
                                                                       for word in command]
    process = subprocess.Popen(limited, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               errors="replace", start_new_session=True)
    with lock:
        running.add(process)
    try:
        out, err = process.communicate(timeout=10 * seconds)
        status = process.returncode
    except subprocess.TimeoutExpired:
        end(process)
        out, err = process.communicate()
        status = None
    finally:
        end(process)
        with lock:
            running.discard(process)
    if status == -signal.SIGXCPU or (status == -signal.SIGKILL and seconds <= 10):
        status = None
    return Result(status, out, err)
