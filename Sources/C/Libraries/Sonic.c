#include "CSonic.h"

#include <CLoading.h>

#if defined(__linux__)
#define FUNCTION(type, name, parameters, arguments) \
  LOADED_FUNCTION("libsonic.so.0", type, name, parameters, arguments)
FUNCTION(sonicStream, sonicCreateStream, (int sampleRate, int numChannels), (sampleRate, numChannels))
FUNCTION(void, sonicDestroyStream, (sonicStream stream), (stream))
FUNCTION(int, sonicFlushStream, (sonicStream stream), (stream))
FUNCTION(int, sonicReadFloatFromStream,
         (sonicStream stream, float *samples, int maxSamples),
         (stream, samples, maxSamples))
FUNCTION(int, sonicSamplesAvailable, (sonicStream stream), (stream))
FUNCTION(void, sonicSetSpeed, (sonicStream stream, float speed), (stream, speed))
FUNCTION(int, sonicWriteFloatToStream,
         (sonicStream stream, float *samples, int numSamples),
         (stream, samples, numSamples))
#endif
