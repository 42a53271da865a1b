#ifndef CCRYPTO_H
#define CCRYPTO_H

#include <stddef.h>
#include <stdint.h>

// The digests that files are known by, from the system's own library: OpenSSL's libcrypto, which is loaded when
// the first digest is begun and not when the program starts, or CommonCrypto on Apple's systems.

/// A digest in the making; belongs to one thread at a time.
typedef struct CryptoDigest CryptoDigest;

/// Which digest is made.
enum {
  CRYPTO_DIGEST_SHA256 = 1,
  CRYPTO_DIGEST_MD5 = 2,
  CRYPTO_DIGEST_SHA512 = 3,
};

/// The most bytes that a digest has.
enum { CRYPTO_DIGEST_MAXIMUM = 64 };

/// Begins a digest of one of the `CRYPTO_DIGEST` kinds; NULL when it can't be, and `message` then says why.
CryptoDigest *crypto_digest_begin(int kind, char *message, size_t size);

/// Takes the next `count` bytes; whether that went well.
int crypto_digest_update(CryptoDigest *digest, const void *bytes, size_t count);

/// Writes the digest, of at most `CRYPTO_DIGEST_MAXIMUM` bytes, and gives their number; 0 when it failed.
size_t crypto_digest_finish(CryptoDigest *digest, uint8_t *result);

/// Frees it, finished or not.
void crypto_digest_free(CryptoDigest *digest);

#endif
