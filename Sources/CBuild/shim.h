// The commit a release was built from, given to the compiler by the package; empty in a development build.
#ifndef DAYBOOK_COMMIT
#define DAYBOOK_COMMIT ""
#endif

static inline const char *daybook_commit(void) { return DAYBOOK_COMMIT; }
