import TilawaBase
import TilawaLibrary
import TilawaQuran

/// Who recites, in which riwayah and in which count.
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

  /// Nobody first, then ids by their bytes, then riwayah and count.
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

/// Ayat of one surah that a row holds, in its own count.
struct HeldAyat: Hashable, Sendable {
  let by: HeldBy
  /// From 0 to 286.
  let numbers: ClosedRange<Int>
  let isVerified: Bool

  /// What a row, or a part of one, in the file of an ayah of `surah` holds of that surah; nil for nothing.
  init?(_ row: PublishedRow, by: HeldBy, ofSurah surah: Int) {
    let range = row.ayat
    guard range.first.surah <= surah, surah <= range.last.surah else { return nil }
    // A run that passes over the start of a surah doesn't hold its basmalah.
    let first = range.first.surah == surah ? range.first.number : 1
    let last =
      range.last.surah == surah ? range.last.number : by.counting.ayahCount(ofSurah: surah) ?? first
    guard first <= last else { return nil }
    (self.by, numbers, isVerified) = (by, first...last, row.isVerified)
  }
}

extension HeldAyat {
  init(by: HeldBy, numbers: ClosedRange<Int>, isVerified: Bool) {
    (self.by, self.numbers, self.isVerified) = (by, numbers, isVerified)
  }
}

/// How many rows hold each ayah of a surah, so that one that goes takes nothing away that others hold.
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

  /// The file of the surah.
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

  /// For the publisher's own notes: texts that end with zero bytes.
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

  /// Nil when they aren't such notes.
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

/// Texts, each with a zero byte behind it: no path and no id has one.
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

  /// Nil at the end, or where a text breaks off.
  mutating func next() -> String? {
    guard let end = bytes[cursor...].firstIndex(of: 0) else { return nil }
    defer { cursor = end + 1 }
    return String(decoding: bytes[cursor..<end], as: UTF8.self)
  }
}
