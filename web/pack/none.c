// A build before `make web`: what files.c says goes before this.
#include "pack.h"

#define UNLESS_PACKED __attribute__((weak))

UNLESS_PACKED int web_files(void) { return 0; }
UNLESS_PACKED const char *web_path(int file) { (void)file; return ""; }
UNLESS_PACKED unsigned long web_size(int file) { (void)file; return 0; }
UNLESS_PACKED void web_copy(int file, unsigned char *to) { (void)file; (void)to; }
