// The files of the web app, compiled in. `make web` writes files.c beside none.c, which answers these; without it
// there are none (none.c).
#pragma once

/// How many files there are.
int web_files(void);
/// Where a file is served below /app/, as `a/page.4f9c02d1.js`. A coded form ends in `.br` or `.gz`.
const char *web_path(int file);
unsigned long web_size(int file);
/// Writes the file's bytes, as many as `web_size` says, to a place that has room for them.
void web_copy(int file, unsigned char *to);
