import TilawaBase
import TilawaLibrary

/// The publisher's notes beside a site, which make the next run faster and list the publisher's own files.
///
/// Published files don't depend on them: without them, or with `isFresh`, the same bytes are made from the
/// bundles alone.
struct SiteNotes: Sendable {
  /// The folder of the notes in the site; it isn't part of what is published.
  static let folder = ".tilawa-publish"
  private static let magic = "tilawa publish, notes 1"

  /// The notes about one bundle.
  struct Bundle: Sendable {
    var path = ""
    /// The stamps of its files at the time they were read.
    var stamps = ""
    var key = ""
    var file = FileDigest.unknown
    var servedRows = 0
    var refusedRows = 0
    /// The slots of the ayat of which it has rows.
    var slots: [Int] { SiteNotes.slots(slotRuns) }
    /// The slots as they are written: runs, which take little space.
    fileprivate var slotRuns = ""
    var reciters: [NamedReciter] = []
    /// The addresses of its audio files.
    var audio: [String] = []
    var audioStamp = ""
    var audioDigest: FileDigest?
    /// True if the audio of its rows isn't available.
    var isSilent = false
  }

  /// The options of the request; with other options, everything is made anew.
  var request = ""
  /// The digest of the root that was written.
  var root = FileDigest.unknown
  /// The checksums of the notes of counts, by surah.
  var held: [Int: String] = [:]
  /// The number of files of each ayah, by slot.
  var parts: [Int: Int] = [:]
  /// The bundles, ordered by path.
  var bundles: [Bundle] = []
  /// True if a signature was written.
  var hasSignature = false

  static func path(in site: String) -> String { PathText.joined(site, folder + "/notes") }

  static func unfinished(in site: String) -> String { PathText.joined(site, folder + "/unfinished") }

  static func held(_ surah: Int, in site: String) -> String {
    PathText.joined(site, folder + "/held-\(surah)")
  }
}

extension SiteNotes {
  var bytes: [UInt8] {
    var notes = Notes()
    notes.add(Self.magic)
    notes.add(request)
    notes.add("\(root.sha256) \(root.bytes)")
    notes.add(hasSignature ? "signed" : "")
    notes.add(held.sorted { $0.key < $1.key }.map { "\($0.key).\($0.value)" }.joined(separator: " "))
    notes.add(parts.sorted { $0.key < $1.key }.map { "\($0.key).\($0.value)" }.joined(separator: " "))
    for bundle in bundles {
      notes.add(bundle.path)
      notes.add(bundle.stamps)
      notes.add(bundle.key)
      notes.add(
        "\(bundle.file.sha256) \(bundle.file.bytes) \(bundle.servedRows) \(bundle.refusedRows) \(bundle.isSilent ? 1 : 0)"
      )
      notes.add(bundle.slotRuns)
      notes.add("\(bundle.reciters.count)")
      for reciter in bundle.reciters {
        notes.add(reciter.id)
        for name in [reciter.name, reciter.shortName, reciter.arabicName] {
          notes.add(name.map { "+" + $0 } ?? "")
        }
      }
      notes.add(bundle.audio.joined(separator: " "))
      notes.add(bundle.audioStamp)
      notes.add(bundle.audioDigest.map { "\($0.sha256) \($0.bytes)" } ?? "")
    }
    notes.add("end")
    return notes.bytes
  }

  /// Returns the slots as runs, since most bundles contain consecutive ayat.
  fileprivate static func text(of slots: [Int]) -> String {
    var runs: [(first: Int, last: Int)] = []
    for slot in slots {
      if let last = runs.last?.last, last + 1 == slot {
        runs[runs.count - 1].last = slot
      } else {
        runs.append((slot, slot))
      }
    }
    return runs.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)" }.joined(separator: " ")
  }

  fileprivate static func slots(_ text: String) -> [Int] {
    text.words(by: " ").flatMap { run -> [Int] in
      let ends = run.fields(by: "-").compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last, 0 <= first, first <= last, last < AyahSlots.count
      else {
        return []
      }
      return Array(first...last)
    }
  }

  /// Returns nil if the bytes aren't such notes, or are incomplete.
  init?(_ bytes: [UInt8]) {
    var notes = NoteReader(bytes)
    guard notes.next()?.isExactly(Self.magic) == true, let request = notes.next(),
      let root = notes.next().flatMap(Self.digest), let signature = notes.next(), let held = notes.next(),
      let parts = notes.next()
    else { return nil }
    (self.request, self.root, hasSignature) = (request, root, !signature.isEmpty)
    for (number, text) in Self.pairs(held) { self.held[number] = text }
    for (number, text) in Self.pairs(parts) { self.parts[number] = Int(text) ?? 0 }
    while let path = notes.next() {
      if path.isExactly("end"), notes.isAtEnd { return }
      guard let bundle = Bundle(path, &notes) else { return nil }
      bundles.append(bundle)
    }
    return nil
  }

  private static func pairs(_ text: String) -> [(Int, String)] {
    text.words(by: " ").compactMap { word in
      word.cut(at: ".").flatMap { before, behind in Int(before).map { ($0, String(behind)) } }
    }
  }

  fileprivate static func digest(_ text: String) -> FileDigest? {
    let words = text.words(by: " ")
    guard words.count == 2, let bytes = Int64(words[1]) else { return nil }
    return FileDigest(sha256: String(words[0]), bytes: bytes)
  }

  fileprivate static func numbers(_ text: String) -> (FileDigest, Int, Int, Bool)? {
    let words = text.words(by: " ")
    guard words.count == 5, let bytes = Int64(words[1]), let served = Int(words[2]),
      let refused = Int(words[3])
    else { return nil }
    return (FileDigest(sha256: String(words[0]), bytes: bytes), served, refused, words[4].isExactly("1"))
  }
}

extension SiteNotes.Bundle {
  mutating func setSlots(_ slots: [Int]) { slotRuns = SiteNotes.text(of: slots) }

  fileprivate init?(_ path: String, _ notes: inout NoteReader) {
    guard let stamps = notes.next(), let key = notes.next(),
      let numbers = notes.next().flatMap(SiteNotes.numbers), let slots = notes.next(),
      let count = notes.next().flatMap({ Int($0) })
    else { return nil }
    (self.path, self.stamps, self.key) = (path, stamps, key)
    (file, servedRows, refusedRows, isSilent) = numbers
    slotRuns = slots
    for _ in 0..<count {
      guard let id = notes.next(), let name = notes.next(), let short = notes.next(),
        let arabic = notes.next()
      else { return nil }
      func known(_ text: String) -> String? { text.after("+").map(String.init) }
      reciters.append(
        NamedReciter(id: id, name: known(name), shortName: known(short), arabicName: known(arabic)))
    }
    guard let audio = notes.next(), let stamp = notes.next(), let digest = notes.next() else { return nil }
    self.audio = audio.words(by: " ").map(String.init)
    audioStamp = stamp
    audioDigest = SiteNotes.digest(digest)
  }
}
