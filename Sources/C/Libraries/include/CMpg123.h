// Version 1.31 renamed functions behind macros, which Swift doesn't see; this keeps the names that
// earlier versions have too.
#define MPG123_ENUM_API
#include <mpg123.h>
