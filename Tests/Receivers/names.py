"""A name server that gives the first question about each name one address and every later one another.

    names.py PORT FIRST LATER

Tells each address that it gives.
"""

import ipaddress
import socket
import struct
import sys

from telling import end_with_parent, tell


def main():
    port, first, later = int(sys.argv[1]), *map(ipaddress.ip_address, sys.argv[2:4])
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.bind(("127.0.0.1", port))
    end_with_parent()
    tell(port=line.getsockname()[1], trust=None)
    asked = set()
    while True:
        question, whom = line.recvfrom(2048)
        end = question.index(b"\0", 12) + 1
        kind = struct.unpack("!H", question[end : end + 2])[0]
        name = question[12:end]
        answer = b""
        address = later if (name, kind) in asked else first
        if kind == (1 if address.version == 4 else 28):
            asked.add((name, kind))
            # The name as in the question, alive for no time at all.
            answer = b"\xc0\x0c" + struct.pack("!HHIH", kind, 1, 0, len(address.packed)) + address.packed
            tell(gave=str(address))
        head = question[:2] + b"\x81\x80" + struct.pack("!HHHH", 1, 1 if answer else 0, 0, 0)
        line.sendto(head + question[12 : end + 4] + answer, whom)


if __name__ == "__main__":
    main()
