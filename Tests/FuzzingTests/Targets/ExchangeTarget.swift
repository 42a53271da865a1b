import Foundation
import TilawaBase
import TilawaExchange
import TilawaQuran

extension FuzzTarget {
  /// The readers of foreign formats: any file that can be read can also be written in any format.
  /// `=== FORMAT` precedes a file that is read in that format. The formats of other files are detected from
  /// their bytes.
  static let exchange = FuzzTarget("exchange") { input in
    let parts = InputParts(input)
    let bytes = parts.parts.first?.bytes ?? input
    let source = source(of: bytes)
    defer { source.path.map { _ = unlink($0) } }
    let named = parts.parts.first.flatMap { part in readable.first { $0.name == part.name } }
    guard let format = named ?? (try? ForeignFormat.detected(source)) else { return }
    var numbers = InputNumbers(input)
    var options = ReadingOptions()
    if numbers.below(3) == 0 { options.duration = Milliseconds(45_000) }
    options.unit = .milliseconds
    options.keepsUnknown = numbers.below(2) == 0
    options.asMarkers = numbers.below(4) == 0
    if numbers.below(4) == 0 { options.encoding = .latin1 }
    if numbers.below(4) == 0 { options.target = .kufi }
    guard let collection = try? RecordingCollection(reading: source, as: format, options, ExchangeReport())
    else { return }
    // What was read can be written again, in any format.
    for recording in collection.recordings.prefix(2) {
      _ = recording.bundleTexts
      for case .file(let write) in readable.map(\.write) { _ = try? write(recording, WritingOptions()) }
    }
    for case .collection(let write) in readable.map(\.write) { _ = try? write(collection, WritingOptions()) }
  }

  private static let readable = ForeignFormat.all.filter { $0.read != nil }

  /// Archives and databases are opened where they lie, and sound as well.
  private static func source(of bytes: [UInt8]) -> ForeignSource {
    let starts = ["PK", "SQLite format 3", "RIFF", "RF64", "fLaC", "OggS", "ID3", "FORM"]
    guard starts.contains(where: { bytes.starts(with: $0.utf8) }) else {
      return ForeignSource(shownAs: "fuzz", bytes: bytes)
    }
    let path = FuzzFile.write(bytes)
    return (try? ForeignSource(readingAt: path, shownAs: "fuzz"))
      ?? ForeignSource(shownAs: "fuzz", bytes: bytes)
  }
}

/// A file for what reads by name.
enum FuzzFile {
  private static let home = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"

  /// Writes a file whose name is unique to this process and returns its path. The ending matters for formats
  /// that are detected by name.
  static func write(_ bytes: [UInt8], ending: String = "") -> String {
    let path = "\(home)/tilawa-fuzz-\(ProcessInfo.processInfo.processIdentifier)-file\(ending)"
    try? Data(bytes).write(to: URL(filePath: path))
    return path
  }
}
