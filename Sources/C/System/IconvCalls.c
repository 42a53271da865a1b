#include "CIconv.h"

#include <errno.h>
#include <iconv.h>

void *iconv_to_utf8(const char *encoding) {
  iconv_t conversion = iconv_open("UTF-8", encoding);
  return conversion == (iconv_t)-1 ? NULL : conversion;
}

int iconv_some(void *conversion, const uint8_t **text, size_t *left, uint8_t **made, size_t *room) {
  // The declaration lacks a const that no implementation needs.
  size_t result = iconv((iconv_t)conversion, (char **)text, left, (char **)made, room);
  if (result != (size_t)-1) return 0;
  return errno == E2BIG ? 1 : -1;
}

void iconv_rest(void *conversion, uint8_t **made, size_t *room) {
  iconv((iconv_t)conversion, NULL, NULL, (char **)made, room);
}

void iconv_end(void *conversion) { iconv_close((iconv_t)conversion); }
