import Foundation
import TilawaBase
import TilawaQuran

/// SplitMix64: the same numbers for the same seed, everywhere.
public struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator that gives the same numbers for the same `seed`.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// True in `part` of all calls.
  public mutating func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &self) < part }
}

/// A library of small bundles in all the ways in which people write them, a few of them broken.
public struct GeneratedLibrary {
  /// The folder of the library.
  public let folder: TemporaryFolder
  private var numbers: SeededNumbers

  /// So many bundles in folders of several depths; the same `seed` gives the same.
  public init(bundles: Int, seed: UInt64) throws {
    numbers = SeededNumbers(seed: seed)
    folder = try TemporaryFolder()
    for index in 0..<bundles { try add(index) }
  }

  /// Writes one more bundle, called after its number, and gives its path in the folder.
  @discardableResult
  public mutating func add(_ index: Int) throws -> String {
    let depth = ["", "a/", "a/b/", "night 1/"].randomElement(using: &numbers) ?? ""
    let bundle = "\(depth)r\(index).tilawa"
    try FileTransfer.makeFolder(folder.path(of: bundle))
    if !numbers.chance(0.02) { try write(recording(index), "\(bundle)/recording.yaml") }
    if numbers.chance(0.3) { try write(reciter(), "\(bundle)/reciter.yaml") }
    if !numbers.chance(0.03) { try writeRows(of: bundle) }
    if !numbers.chance(0.1) { try write("sound of no known format", "\(bundle)/audio.flac") }
    return bundle
  }

  /// Gives a bundle other rows.
  public mutating func writeRows(of bundle: String) throws {
    try write(segments(), "\(bundle)/segments.yaml")
  }

  /// Writes a file without a flush to the disk, which takes most of the time for hundreds of files.
  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path(of: name)))
  }

  private mutating func recording(_ index: Int) -> String {
    var text = "tilawa: 1\nid: r\(index)\n"
    if !numbers.chance(0.03) {
      text += "audio:\n  file: \(numbers.chance(0.03) ? "../out.flac" : "audio.flac")\n  duration: 5000.000\n"
    }
    if numbers.chance(0.8) {
      text += "reciter: \(["husary", "dosari", "minshawi"].randomElement(using: &numbers) ?? "")\n"
    }
    if numbers.chance(0.9) {
      let names = ["hafs", "hafs", "hafs", "warsh", "Warsh A'n Nafi'", "qaloon", "hafz"]
      text += "riwayah: \"\(names.randomElement(using: &numbers) ?? "")\"\n"
    }
    if numbers.chance(0.4) {
      text += "numbering: \(CountingSystem.allCases.randomElement(using: &numbers)?.rawValue ?? "")\n"
    }
    if numbers.chance(0.02) { text += "numbering: kuffi\n" }
    if numbers.chance(0.5) { text += "recorded_at: 2024-01-0\(Int.random(in: 1...9, using: &numbers))\n" }
    return text
  }

  private mutating func reciter() -> String {
    "tilawa: 1\nid: husary\nname: Husary\n" + (numbers.chance(0.5) ? "riwayah: hafs\n" : "")
  }

  private mutating func segments() -> String {
    if numbers.chance(0.02) { return "tilawa: 1\nsegments:\n  - { ayah: \"18:10\", start: [\n" }
    let isBlock = numbers.chance(0.1)
    var surah = [1, 1, 2, 8, 9, 17, 18, 18, 18, 19, 55, 78, 113].randomElement(using: &numbers) ?? 1
    var ayah = Int.random(in: 0...12, using: &numbers)
    var time = 0
    var text = numbers.chance(0.1) ? "tilawa: 1 # 18:10\nsegments:\n" : "tilawa: 1\nsegments:\n"
    for _ in 0..<Int.random(in: 1...25, using: &numbers) {
      let (reference, count) = nextReference(&surah, &ayah)
      let end = time + Int.random(in: 100...20_000, using: &numbers)
      var pairs = ["ayah: \(written(reference))", "start: \(seconds(time))", "end: \(seconds(end))"]
      if count > 1, numbers.chance(0.7) {
        let wrong = numbers.chance(0.1) ? 1 : 0
        let joins = (1..<count + wrong).map { seconds(time + (end - time) * $0 / (count + wrong)) }
        pairs.append("joins: [\(joins.joined(separator: ", "))]")
      }
      if numbers.chance(0.3) { pairs.append("verified: true") }
      if numbers.chance(0.4) { pairs.append("confidence: 0.\(Int.random(in: 10...99, using: &numbers))") }
      if numbers.chance(0.1) { pairs.append("priority: \(Int.random(in: -3...3, using: &numbers))") }
      if numbers.chance(0.05) { pairs.append("riwayah: warsh") }
      if numbers.chance(0.03) { pairs.append("riwayah: wrash") }
      if numbers.chance(0.05) { pairs.append("reciter: dosari") }
      if numbers.chance(0.05) { pairs.append("note: \"like 18:10, \\\"slow\\\"\"") }
      text +=
        isBlock ? "  - \(pairs.joined(separator: "\n    "))\n" : "  - { \(pairs.joined(separator: ", ")) }\n"
      if numbers.chance(0.1) {
        text += "  - { skip: takbir, start: \(seconds(end)), end: \(seconds(end + 900)) }\n"
      }
      time = end + 1000
      // Now and then what ends before it begins.
      if numbers.chance(0.02) { time = max(0, time - 30_000) }
    }
    return numbers.chance(0.1) ? text.replacingOccurrences(of: "\n", with: "\r\n") : text
  }

  /// The next row's reference and how many ayat it has; mostly what follows, sometimes none that exists.
  private mutating func nextReference(_ surah: inout Int, _ ayah: inout Int) -> (String, Int) {
    let last = CountingSystem.kufi.ayahCount(ofSurah: surah) ?? 1
    let length = numbers.chance(0.3) ? Int.random(in: 2...8, using: &numbers) : 1
    defer {
      ayah += length
      if ayah > last, surah < 114 { (surah, ayah) = (surah + 1, numbers.chance(0.5) ? 0 : 1) }
      if numbers.chance(0.1) { ayah = max(1, ayah - 3) }
    }
    if length == 1 { return ("\(surah):\(ayah)", 1) }
    if numbers.chance(0.02) { return ("\(surah):\(ayah + 5)-\(ayah)", 1) }
    let end = ayah + length - 1
    if end > last, surah < 114, ayah <= last {
      return ("\(surah):\(ayah)-\(surah + 1):\(end - last)", length)
    }
    return numbers.chance(0.2)
      ? ("\(surah):\(ayah)-\(surah):\(end)", length) : ("\(surah):\(ayah)-\(end)", length)
  }

  private mutating func written(_ reference: String) -> String {
    switch Int.random(in: 0..<20, using: &numbers) {
    case 0: return "'\(reference)'"
    case 1: return reference
    case 2:
      // Any character may be written by its number.
      let position = Int.random(in: 0..<reference.count, using: &numbers)
      return "\""
        + reference.enumerated().map { index, letter in
          index == position ? "\\x\(String(letter.asciiValue ?? 0, radix: 16))" : String(letter)
        }.joined() + "\""
    case 3:
      let padded = reference.split(separator: ":", maxSplits: 1).map {
        String(repeating: "0", count: max(0, 3 - $0.count)) + $0
      }
      return "\"\(padded.joined(separator: ":"))\""
    default: return "\"\(reference)\""
    }
  }

  private mutating func seconds(_ time: Int) -> String {
    let plain = String(format: "%d.%03d", time / 1000, time % 1000)
    guard numbers.chance(0.05), time >= 3_600_000 || time >= 60_000 else { return plain }
    return String(format: "%d:%02d.%03d", time / 60_000, time / 1000 % 60, time % 1000)
  }
}
