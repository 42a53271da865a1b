#include "CPNG.h"

#include <CLoading.h>

#if defined(__linux__)
#define FUNCTION(type, name, parameters, arguments) \
  LOADED_FUNCTION("libpng16.so.16", type, name, parameters, arguments)
FUNCTION(void, png_image_free, (png_imagep image), (image))
FUNCTION(int, png_image_write_to_memory,
         (png_imagep image, void *memory, png_alloc_size_t *memory_bytes, int convert_to_8_bit, const void *buffer,
          png_int_32 row_stride, const void *colormap),
         (image, memory, memory_bytes, convert_to_8_bit, buffer, row_stride, colormap))
// These only tests call, to see what was written.
FUNCTION(int, png_image_begin_read_from_memory, (png_imagep image, png_const_voidp memory, size_t size), (image, memory, size))
FUNCTION(int, png_image_finish_read,
         (png_imagep image, png_const_colorp background, void *buffer, png_int_32 row_stride, void *colormap),
         (image, background, buffer, row_stride, colormap))
#endif
