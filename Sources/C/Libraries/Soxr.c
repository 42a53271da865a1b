#include "CSoxr.h"

#include <CLoading.h>

#if defined(__linux__)
#define FUNCTION(type, name, parameters, arguments) \
  LOADED_FUNCTION("libsoxr.so.0", type, name, parameters, arguments)
FUNCTION(soxr_t, soxr_create,
         (double input_rate, double output_rate, unsigned channels, soxr_error_t *error, soxr_io_spec_t const *io,
          soxr_quality_spec_t const *quality, soxr_runtime_spec_t const *runtime),
         (input_rate, output_rate, channels, error, io, quality, runtime))
FUNCTION(void, soxr_delete, (soxr_t resampler), (resampler))
FUNCTION(soxr_io_spec_t, soxr_io_spec, (soxr_datatype_t itype, soxr_datatype_t otype), (itype, otype))
FUNCTION(soxr_error_t, soxr_process,
         (soxr_t resampler, soxr_in_t in, size_t ilen, size_t *idone, soxr_out_t out, size_t olen, size_t *odone),
         (resampler, in, ilen, idone, out, olen, odone))
FUNCTION(soxr_quality_spec_t, soxr_quality_spec, (unsigned long recipe, unsigned long flags), (recipe, flags))
FUNCTION(soxr_runtime_spec_t, soxr_runtime_spec, (unsigned num_threads), (num_threads))
#endif
