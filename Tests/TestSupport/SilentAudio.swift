/// Returns a WAV file of silence in 16 bits, mono, with `frames` frames at 8 kHz.
public func silentWAV(frames: Int) -> [UInt8] {
  func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 255) } }
  let size = frames * 2
  return Array("RIFF".utf8) + number(36 + size, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + number(1, 2)
    + number(1, 2) + number(8000, 4) + number(16000, 4) + number(2, 2) + number(16, 2) + Array("data".utf8)
    + number(size, 4) + [UInt8](repeating: 0, count: size)
}
