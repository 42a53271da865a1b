import TilawaBase

/// A path as a shell takes it for one word.
package func shellWord(_ path: String) -> String {
  let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+=:@%,"
  let isPlain = path.unicodeScalars.allSatisfy(plain.unicodeScalars.contains)
  return isPlain && !path.isEmpty ? path : "'" + path.replaced("'", with: "'\\''") + "'"
}
