import Foundation
import TilawaSound

/// Compares the positions of samples with those that ffmpeg decodes, for every file of a folder.
///
/// Prints how much later ours begin, in samples at ffmpeg's rate, and how many more there are at the end.
///
/// ffmpeg decodes Opus at 48 kHz, and we decode at the encoded rate. This alone moves the sound by fractions
/// of a sample, so differences of less than one of our samples count as agreement.
func runPositions(inFolder folder: String) throws {
  let manager = FileManager.default
  let scratch = manager.temporaryDirectory.path + "/tilawa-positions-\(UUID().uuidString)"
  try manager.createDirectory(atPath: scratch, withIntermediateDirectories: true)
  defer { try? manager.removeItem(atPath: scratch) }
  print("positions: file, rate, frames, later than ffmpeg's at the start, more than ffmpeg's at the end")
  var wrong = 0
  for name in try manager.contentsOfDirectory(atPath: folder).sorted() {
    let path = "\(folder)/\(name)"
    let ours = try monoSamples(of: path)
    let raw = "\(scratch)/samples.f32"
    let rate = ours.format == "opus" ? 48_000 : ours.rate
    let step = rate / ours.rate
    guard
      try runFFmpeg(
        ["-i", path, "-map", "0:a:0", "-ar", "\(rate)", "-f", "f32le", "-y", raw])
    else {
      print("  \(name): ffmpeg can't read it")
      continue
    }
    let theirs = try interleaved(raw, channels: ours.channels)
    let late = lag(of: ours.samples, behind: theirs, step: step)
    let longer = ours.samples.count - theirs.count / step
    let isWrong = late.map { abs($0) >= step } ?? true || abs(longer) > 1
    wrong += isWrong ? 1 : 0
    print(
      "  \(name)  \(ours.rate)  \(ours.samples.count)  \(late.map(String.init) ?? "not found")  \(longer)"
        + (isWrong ? "  DIFFERS" : ""))
    fflush(nil)
  }
  print(wrong == 0 ? "  all agree" : "  \(wrong) differ")
}

private func runFFmpeg(_ arguments: [String]) throws -> Bool {
  guard let program = Program("ffmpeg", ["-v", "error", "-nostdin"] + arguments) else { return false }
  return try program.run() == 0
}

private func monoSamples(of path: String) throws -> (
  samples: [Float], rate: Int, channels: Int, format: String
) {
  var reader = try AudioReader(fileAt: path)
  var samples: [Float] = []
  while case let more = try reader.readMono(frames: 65_536), !more.isEmpty { samples += more }
  return (samples, reader.sampleRate, reader.channels, reader.format)
}

private func interleaved(_ path: String, channels: Int) throws -> [Float] {
  let data = try Data(contentsOf: URL(fileURLWithPath: path))
  return data.withUnsafeBytes { bytes in
    let floats = bytes.bindMemory(to: Float.self)
    return (0..<(floats.count / channels)).map { frame in
      (0..<channels).reduce(0) { $0 + floats[frame * channels + $1] } / Float(channels)
    }
  }
}

/// Returns how far `samples` lag behind `others`, in samples of `others`, which has `step` samples for each
/// one of `samples`.
///
/// They are compared where the first half minute is loudest. Returns nil for silence.
private func lag(of samples: [Float], behind others: [Float], step: Int) -> Int? {
  let (reach, length) = (3000, 20_000)
  var best = (power: Float(0), start: 0)
  var start = 0
  while start + length + 2 * reach < min(samples.count, others.count / step, 30 * 48_000) {
    let power = samples[start + reach..<start + reach + length].reduce(0) { $0 + $1 * $1 }
    if power > best.power { best = (power, start) }
    start += length / 2
  }
  guard best.power > 0 else { return nil }
  return samples.withUnsafeBufferPointer { samples in
    others.withUnsafeBufferPointer { others in
      var nearest = (difference: Float.infinity, lag: 0)
      for lag in -reach...reach {
        var difference: Float = 0
        for index in best.start + reach..<best.start + reach + length {
          let apart = samples[index] - others[index * step - lag]
          difference += apart * apart
        }
        if difference < nearest.difference { nearest = (difference, lag) }
      }
      return nearest.lag
    }
  }
}
