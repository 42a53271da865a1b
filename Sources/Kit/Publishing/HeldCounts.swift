import TilawaBase
import TilawaFormat
import TilawaLibrary
import TilawaQuran

/// The reciter, riwayah and counting system of a row.
struct HeldBy: Hashable, Sendable {
  let reciter: String?
  let riwayah: Riwayah
  let counting: CountingSystem

  static func == (a: HeldBy, b: HeldBy) -> Bool {
    a.riwayah == b.riwayah && a.counting == b.counting
      && (a.reciter.map { Array($0.utf8) } == b.reciter.map { Array($0.utf8) })
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(riwayah)
    hasher.combine(counting)
    for byte in reciter?.utf8 ?? "".utf8 { hasher.combine(byte) }
  }

  /// Returns true if this comes first. A missing reciter comes first, then ids by their bytes, then riwayah
  /// and counting system.
  func comes(before other: HeldBy) -> Bool {
    let (mine, others) = (reciter.map { Array($0.utf8) }, other.reciter.map { Array($0.utf8) })
    if mine != others {
      guard let mine else { return true }
      guard let others else { return false }
      return mine.lexicographicallyPrecedes(others)
    }
    if riwayah != other.riwayah {
      return riwayah.rawValue.utf8.lexicographicallyPrecedes(other.riwayah.rawValue.utf8)
    }
    return counting.rawValue.utf8.lexicographicallyPrecedes(other.counting.rawValue.utf8)
  }
}

/// The ayat of one surah that a row contains, in its own counting system.
struct HeldAyat: Hashable, Sendable {
  let by: HeldBy
  /// The numbers of the ayat, from 0 to 286.
  let numbers: ClosedRange<Int>
  let isVerified: Bool

  /// Creates the ayat of `surah` in a row, or in a part of one; nil if it contains none.
  init?(_ row: PublishedRow, by: HeldBy, ofSurah surah: Int) {
    let range = row.ayat
    guard range.first.surah <= surah, surah <= range.last.surah else { return nil }
    // A row with several ayat that begins before the surah doesn't contain its basmalah.
    var first = range.first.surah == surah ? range.first.number : 1
    var last =
      range.last.surah == surah ? range.last.number : by.counting.ayahCount(ofSurah: surah) ?? first
    if range.first.surah == surah, row.cutOff?.isAtStart ?? false { first += 1 }
    if range.last.surah == surah, row.cutOff?.isAtEnd ?? false { last -= 1 }
    guard first <= last else { return nil }
    (self.by, numbers, isVerified) = (by, first...last, row.isVerified)
  }
}

extension HeldAyat {
  init(by: HeldBy, numbers: ClosedRange<Int>, isVerified: Bool) {
    (self.by, self.numbers, self.isVerified) = (by, numbers, isVerified)
  }
}

/// The number of rows that contain each ayah of a surah. When a row is removed, ayat in other rows remain.
struct HeldCounts: Sendable {
  fileprivate struct Counts: Sendable {
    var all = [Int32](repeating: 0, count: 287)
    var verified = [Int32](repeating: 0, count: 287)
  }

  fileprivate var counts: [HeldBy: Counts] = [:]

  init() {}

  mutating func add(_ held: HeldAyat, times: Int32 = 1) {
    counts[held.by, default: Counts()].add(held, times)
  }

  /// Returns the file of the surah.
  func file(ofSurah surah: Int) -> PublishedHeld {
    var file = PublishedHeld()
    file.surah = surah
    for (by, counts) in counts.sorted(by: { $0.key.comes(before: $1.key) }) {
      var entry = PublishedHeld.Entry()
      (entry.reciter, entry.riwayah, entry.counting) = (by.reciter, by.riwayah, by.counting)
      for number in 0...286 where counts.all[number] > 0 {
        entry.ayat.insert(number)
        if counts.verified[number] > 0 { entry.verified.insert(number) }
      }
      if !entry.ayat.isEmpty { file.items.append(entry) }
    }
    return file
  }
}

extension HeldCounts {
  fileprivate static let nobody = "-"

  /// The counts as strings, each ending with a zero byte, for the publisher's own notes.
  var noted: [UInt8] {
    var notes = Notes()
    for (by, counts) in counts.sorted(by: { $0.key.comes(before: $1.key) }) {
      let numbers = (0...286).filter { counts.all[$0] > 0 }
      if numbers.isEmpty { continue }
      notes.add(by.reciter.map { "+" + $0 } ?? Self.nobody)
      notes.add(by.riwayah.rawValue)
      notes.add(by.counting.rawValue)
      notes.add(numbers.map { "\($0).\(counts.all[$0]).\(counts.verified[$0])" }.joined(separator: " "))
    }
    return notes.bytes
  }

  /// Returns nil if the bytes aren't such notes.
  init?(noted bytes: [UInt8]) {
    var notes = NoteReader(bytes)
    while !notes.isAtEnd {
      guard let name = notes.next(), let riwayah = notes.next().flatMap({ Riwayah(rawValue: $0) }),
        let counting = notes.next().flatMap({ CountingSystem(rawValue: $0) }), let numbers = notes.next()
      else { return nil }
      var counts = Counts()
      for number in numbers.words(by: " ") {
        let parts = number.fields(by: ".").map { Int($0) }
        guard parts.count == 3, let place = parts[0], (0...286).contains(place), let all = parts[1],
          let verified = parts[2]
        else { return nil }
        counts.all[place] = Int32(clamping: all)
        counts.verified[place] = Int32(clamping: verified)
      }
      let reciter = name.isExactly(Self.nobody) ? nil : String(name.unicodeScalars.dropFirst())
      self.counts[HeldBy(reciter: reciter, riwayah: riwayah, counting: counting)] = counts
    }
  }
}

extension HeldCounts.Counts {
  fileprivate mutating func add(_ held: HeldAyat, _ times: Int32) {
    for number in held.numbers where number < 287 {
      all[number] += times
      if held.isVerified { verified[number] += times }
    }
  }
}

/// A list of strings, each ending with a zero byte, which no path and no id contains.
struct Notes {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: String) {
    bytes.append(contentsOf: text.utf8.lazy.filter { $0 != 0 })
    bytes.append(0)
  }
}

struct NoteReader {
  private let bytes: [UInt8]
  private var cursor = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { cursor >= bytes.count }

  /// Returns the next string, or nil at the end and where a string is incomplete.
  mutating func next() -> String? {
    guard let end = bytes[cursor...].firstIndex(of: 0) else { return nil }
    defer { cursor = end + 1 }
    return String(decoding: bytes[cursor..<end], as: UTF8.self)
  }
}
