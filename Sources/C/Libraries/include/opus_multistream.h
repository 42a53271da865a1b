#include <opus/opus_multistream.h>
