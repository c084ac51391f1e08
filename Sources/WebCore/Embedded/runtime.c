// What Embedded Swift asks of the machine it runs on, for WebAssembly without a C library: memory, chance, the product
// of two 64-bit numbers, and what little the domain has to know of Unicode.
typedef __SIZE_TYPE__ size_t;
typedef unsigned char byte;
typedef unsigned int word;

// ---- memory: a page of 64 KB holds blocks of one size; what is larger than half a page takes pages of its own.

enum { pageBits = 16, pageSize = 1 << pageBits, pages = 16384, sizes = 52, largestSize = 32768 };

static byte kind[pages];          // of each page: 0 nobody's, 1... blocks of a size, run, more: a run goes on
static unsigned short length[pages]; // of each run, in pages
enum { run = 254, more = 255 };

static struct Free { struct Free *next; } *blocks[sizes];
static word firstPage, pastPage;  // the heap's pages

extern byte __heap_base;

static word sizeClass(word size) {
  if (size <= 128) return size ? (size + 7) / 8 - 1 : 0;
  if (size <= 256) return 16 + (size - 129) / 16;
  word doubling = 31 - __builtin_clz(size - 1);  // 8 for 257...512
  return 24 + (doubling - 8) * 4 + ((size - 1) >> (doubling - 2) & 3);
}

static word classSize(word class) {
  if (class < 16) return (class + 1) * 8;
  if (class < 24) return 128 + (class - 15) * 16;
  word doubling = (class - 24) / 4 + 8;
  return (1u << doubling) + ((class - 24) % 4 + 1) * (1u << (doubling - 2));
}

// The first run of so many pages that are nobody's, or new ones at the end.
static byte *takePages(word count) {
  if (!pastPage) firstPage = pastPage = ((size_t)&__heap_base + pageSize - 1) >> pageBits;
  word found = 0;
  for (word page = firstPage; page < pastPage; page++) {
    found = kind[page] ? 0 : found + 1;
    if (found == count) return (byte *)((size_t)(page + 1 - count) << pageBits);
  }
  // Pages at the end that are nobody's begin the run.
  word first = pastPage - found, past = first + count;
  word there = __builtin_wasm_memory_size(0);
  if (past > pages || (past > there && __builtin_wasm_memory_grow(0, past - there) == (size_t)-1)) __builtin_trap();
  pastPage = past;
  return (byte *)((size_t)first << pageBits);
}

static void *takeRun(word count) {
  byte *start = takePages(count);
  word page = (size_t)start >> pageBits;
  kind[page] = run;
  length[page] = count;
  for (word next = page + 1; next < page + count; next++) kind[next] = more;
  return start;
}

static void *take(word size) {
  if (size > largestSize) return takeRun((size + pageSize - 1) >> pageBits);
  word class = sizeClass(size);
  if (!blocks[class]) {
    byte *start = takePages(1);
    kind[(size_t)start >> pageBits] = class + 1;
    word step = classSize(class);
    for (word at = pageSize / step * step; at; at -= step) {
      struct Free *block = (struct Free *)(start + at - step);
      block->next = blocks[class];
      blocks[class] = block;
    }
  }
  struct Free *block = blocks[class];
  blocks[class] = block->next;
  return block;
}

void *malloc(size_t size) { return take(size); }

void free(void *pointer) {
  if (!pointer) return;
  word page = (size_t)pointer >> pageBits;
  if (kind[page] == run) {
    for (word next = page, past = page + length[page]; next < past; next++) kind[next] = 0;
    return;
  }
  struct Free *block = pointer;
  word class = kind[page] - 1;
  block->next = blocks[class];
  blocks[class] = block;
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  // Sizes that are a multiple of 16 lie at multiples of 16; nothing asks for more than that.
  if (alignment > 16) __builtin_trap();
  *pointer = take(alignment > 8 ? (size + 15) & ~15u : size);
  return 0;
}

// ---- bytes

void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int value, size_t count) { return __builtin_memset(to, value, count); }

int memcmp(const void *one, const void *other, size_t count) {
  const byte *left = one, *right = other;
  for (; count; count--, left++, right++)
    if (*left != *right) return *left - *right;
  return 0;
}

// ---- chance: for the order of hash tables alone

__attribute__((import_module("page"), import_name("random"))) unsigned long long pageRandom(void);

void arc4random_buf(void *to, size_t count) {
  byte *bytes = to;
  for (size_t at = 0; at < count; at++) bytes[at] = (byte)pageRandom();
}

// WebAssembly's stack is not where a program's own addresses lie; the compiler's canaries are kept quiet.
size_t __stack_chk_guard = 0;
void __stack_chk_fail(void) { __builtin_trap(); }

int putchar(int letter) { return letter; }

// ---- numbers

// The 128-bit product, of which Swift takes both halves.
void __multi3(unsigned long long *product, unsigned long long a, unsigned long long ah, unsigned long long b,
              unsigned long long bh) {
  unsigned long long low = (a & 0xFFFFFFFF) * (b & 0xFFFFFFFF), one = (a >> 32) * (b & 0xFFFFFFFF),
                     two = (a & 0xFFFFFFFF) * (b >> 32), high = (a >> 32) * (b >> 32);
  unsigned long long middle = (low >> 32) + (one & 0xFFFFFFFF) + (two & 0xFFFFFFFF);
  product[0] = (middle << 32) | (low & 0xFFFFFFFF);
  product[1] = high + (one >> 32) + (two >> 32) + (middle >> 32) + a * bh + ah * b;
}

// ---- Unicode: Swift's tables would be a tenth of the core, and the browser has them. Of all that they tell the domain
// asks which scalars are white space, and of those that are searched for and sorted by, which category and which small
// letter they have, which the browser says.
// Texts are equal here when their scalars are. Two that look alike and are written differently are two until the
// server, which knows better, has answered.

static const unsigned long long whiteSpace = 1ull << 45;  // the place of the property in what Swift reads

unsigned long long _swift_stdlib_getBinaryProperties(word scalar) {
  int is = (scalar >= 0x9 && scalar <= 0xD) || scalar == 0x20 || scalar == 0x85 || scalar == 0xA0 || scalar == 0x1680 ||
           (scalar >= 0x2000 && scalar <= 0x200A) || scalar == 0x2028 || scalar == 0x2029 || scalar == 0x202F ||
           scalar == 0x205F || scalar == 0x3000;
  return is ? whiteSpace : 0;
}

__attribute__((import_module("page"), import_name("category"))) word pageCategory(word scalar);

byte _swift_stdlib_getGeneralCategory(word scalar) { return pageCategory(scalar); }

__attribute__((import_module("page"), import_name("small"))) word pageSmall(word scalar);

// How far a scalar is from its small letter; other mappings nobody asks for. One has two scalars.
static const byte lowercase = 1;
int _swift_stdlib_getMapping(word scalar, byte mapping) {
  return mapping == lowercase ? (int)(pageSmall(scalar) - scalar) : 0;
}
const byte *_swift_stdlib_getSpecialMapping(word scalar, byte mapping, size_t *length) {
  static const byte dottedI[] = {'i', 0xCC, 0x87};
  int is = scalar == 0x130 && mapping == lowercase;
  *length = is ? sizeof dottedI : 0;
  return is ? dottedI : 0;
}

// No other form, no mark that combines, no break but Swift's own between characters.
unsigned short _swift_stdlib_getNormData(word scalar) { return 0; }
unsigned short _swift_stdlib_getDecompositionEntry(word scalar) { return 0; }
const byte *const _swift_stdlib_nfd_decompositions = 0;
word _swift_stdlib_getComposition(word first, word second) { return ~0u; }
byte _swift_stdlib_getGraphemeBreakProperty(word scalar) { return 0xFF; }
_Bool _swift_stdlib_isInCB_Consonant(word scalar) { return 0; }
_Bool _swift_stdlib_isExtendedPictographic(word scalar) { return 0; }
