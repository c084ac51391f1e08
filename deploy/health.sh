#!/usr/bin/env bash
# Whether the server of this container is ready, as one of its addresses says. The image has no other program that speaks HTTP;
# bash can. Behind TLS of its own it is enough that somebody answers.
IFS=, read -ra addresses <<< "${DAYBOOK_LISTEN:-127.0.0.1:8420}"
for address in "${addresses[@]}"; do
    address=${address// /}
    host=${address%:*} port=${address##*:}
    host=${host#[} host=${host%]}
    case $host in '*' | 0.0.0.0) host=127.0.0.1 ;; ::) host=::1 ;; esac
    # One that is every address of both kinds may have those of one kind alone here.
    for place in "$host" 127.0.0.1; do
        (
            exec 3<> "/dev/tcp/$place/$port" || exit 1
            [ -z "${DAYBOOK_TLS_CERTIFICATE:-}" ] || exit 0
            printf 'GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
            head -n 1 <&3 | grep -q ' 200 '
        ) 2> /dev/null && exit 0
    done
done
exit 1
