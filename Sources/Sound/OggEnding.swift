/// Returns true if the last page of an Ogg file is complete and marked as the last.
func oggFileHasItsEnd(_ path: String) -> Bool {
  // No page is longer than this.
  let bytes = lastBytes(of: path, 65_307)
  let got = bytes.count
  guard got >= 27 else { return false }
  for start in (0...(got - 27)).reversed() where bytes[start...].starts(with: "OggS\0".utf8) {
    let lengths = start + 27..<start + 27 + Int(bytes[start + 26])
    guard lengths.upperBound <= got else { return false }
    let end = bytes[lengths].reduce(lengths.upperBound) { $0 + Int($1) }
    return end <= got && bytes[start + 5] & 4 != 0
  }
  return false
}
