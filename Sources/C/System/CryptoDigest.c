#include "CCrypto.h"

#include <stdio.h>
#include <stdlib.h>

#if defined(__APPLE__)

#define COMMON_DIGEST_FOR_OPENSSL 0
#include <CommonCrypto/CommonDigest.h>

struct CryptoDigest {
  int kind;
  CC_SHA256_CTX sha256;
  CC_SHA512_CTX sha512;
  CC_MD5_CTX md5;
};

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

CryptoDigest *crypto_digest_begin(int kind, char *message, size_t size) {
  CryptoDigest *digest = calloc(1, sizeof *digest);
  if (!digest) {
    snprintf(message, size, "memory is short");
    return NULL;
  }
  digest->kind = kind;
  if (kind == CRYPTO_DIGEST_SHA256) CC_SHA256_Init(&digest->sha256);
  else if (kind == CRYPTO_DIGEST_SHA512) CC_SHA512_Init(&digest->sha512);
  else CC_MD5_Init(&digest->md5);
  return digest;
}

int crypto_digest_update(CryptoDigest *digest, const void *bytes, size_t count) {
  const unsigned char *at = bytes;
  // CommonCrypto counts in 32 bits.
  while (count > 0) {
    CC_LONG part = count > (1u << 30) ? (1u << 30) : (CC_LONG)count;
    if (digest->kind == CRYPTO_DIGEST_SHA256) CC_SHA256_Update(&digest->sha256, at, part);
    else if (digest->kind == CRYPTO_DIGEST_SHA512) CC_SHA512_Update(&digest->sha512, at, part);
    else CC_MD5_Update(&digest->md5, at, part);
    at += part;
    count -= part;
  }
  return 1;
}

size_t crypto_digest_finish(CryptoDigest *digest, uint8_t *result) {
  if (digest->kind == CRYPTO_DIGEST_SHA256) {
    CC_SHA256_Final(result, &digest->sha256);
    return CC_SHA256_DIGEST_LENGTH;
  }
  if (digest->kind == CRYPTO_DIGEST_SHA512) {
    CC_SHA512_Final(result, &digest->sha512);
    return CC_SHA512_DIGEST_LENGTH;
  }
  CC_MD5_Final(result, &digest->md5);
  return CC_MD5_DIGEST_LENGTH;
}

#pragma clang diagnostic pop

void crypto_digest_free(CryptoDigest *digest) { free(digest); }

#else

#include "CLoading.h"
#include <pthread.h>

// OpenSSL promises that these stay as they are through its major versions 1.1 and 3, and hides what they point to:
// declaring them here spares its header files.
static struct {
  void *(*MD_CTX_new)(void);
  void (*MD_CTX_free)(void *);
  const void *(*sha256)(void);
  const void *(*sha512)(void);
  const void *(*md5)(void);
  int (*DigestInit_ex)(void *, const void *, void *);
  int (*DigestUpdate)(void *, const void *, size_t);
  int (*DigestFinal_ex)(void *, unsigned char *, unsigned *);
} evp;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded = 0;
static char load_message[256] = "";

static void load(void) {
  static const char *const files[] = { "libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so", NULL };
#define SYMBOL(name) { "EVP_" #name, (void **)&evp.name }
  const LoadedSymbol symbols[] = {
    SYMBOL(MD_CTX_new), SYMBOL(MD_CTX_free), SYMBOL(sha256), SYMBOL(sha512), SYMBOL(md5),
    SYMBOL(DigestInit_ex), SYMBOL(DigestUpdate), SYMBOL(DigestFinal_ex),
  };
#undef SYMBOL
  const LoadedLibrary library = {
    files, symbols, sizeof symbols / sizeof *symbols, "OpenSSL's libcrypto, which makes checksums, is not installed",
    "OpenSSL's libcrypto has no ", "; 1.1 or newer is needed",
  };
  is_loaded = loading_load(&library, load_message, sizeof load_message);
}

CryptoDigest *crypto_digest_begin(int kind, char *message, size_t size) {
  pthread_once(&once, load);
  if (!is_loaded) {
    snprintf(message, size, "%s", load_message);
    return NULL;
  }
  void *context = evp.MD_CTX_new();
  const void *type =
    kind == CRYPTO_DIGEST_SHA256 ? evp.sha256() : kind == CRYPTO_DIGEST_SHA512 ? evp.sha512() : evp.md5();
  if (context && type && evp.DigestInit_ex(context, type, NULL) == 1) return context;
  evp.MD_CTX_free(context);
  snprintf(message, size, "OpenSSL's libcrypto makes no such checksum here");
  return NULL;
}

int crypto_digest_update(CryptoDigest *digest, const void *bytes, size_t count) {
  return evp.DigestUpdate(digest, bytes, count) == 1;
}

size_t crypto_digest_finish(CryptoDigest *digest, uint8_t *result) {
  unsigned count = 0;
  return evp.DigestFinal_ex(digest, result, &count) == 1 ? count : 0;
}

void crypto_digest_free(CryptoDigest *digest) { evp.MD_CTX_free(digest); }

#endif
