#ifndef CICONV_H
#define CICONV_H

#include <stddef.h>
#include <stdint.h>

// The system's iconv(3), which Swift's view of the C library leaves out. What it converts to is always UTF-8.

/// A conversion from an encoding; NULL when the system has none of that name.
void *iconv_to_utf8(const char *encoding);

/// Converts what there is room for. Both pointers and counts move on by what was taken and made; of what can't be converted
/// nothing is taken.
///
/// Returns 0 when all was taken, 1 when there is no more room, and -1 at what is no character, or not the whole of one.
int iconv_some(void *conversion, const uint8_t **text, size_t *left, uint8_t **made, size_t *room);

/// Makes what was held back for what might have followed, such as a letter for its marks; there must be room for 16 bytes.
void iconv_rest(void *conversion, uint8_t **made, size_t *room);

/// Ends a conversion.
void iconv_end(void *conversion);

#endif
