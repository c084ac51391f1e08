# In place of swift:6.3-bookworm where no registry is in reach: what the toolchain needs of Debian. The toolchain of the
# host is mounted at build time (try.sh).
FROM debian:bookworm-slim
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends \
      binutils ca-certificates git gcc g++ libc6-dev libcurl4-openssl-dev libedit2 libgcc-12-dev libncurses6 libpython3.11 \
      libsqlite3-0 libstdc++-12-dev libxml2-dev libz3-dev pkg-config tzdata zlib1g-dev \
 && rm -rf /var/lib/apt/lists/*
ENV PATH=/toolchain/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
