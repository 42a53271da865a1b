import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaTestSupport

@testable import TilawaLibrary

/// The items of queues: compared with the model, and in cases that the model doesn't cover.
struct QueueTests {
  /// The number of settings that are compared, 1500 unless `TILAWA_QUEUES` sets another.
  private static let count = ProcessInfo.processInfo.environment["TILAWA_QUEUES"].flatMap { Int($0) } ?? 1500

  @Test func playsWhatTheModelWritesDown() {
    var numbers = SeededNumbers(seed: 33)
    var seen: [String: Int] = [:]
    for index in 0..<Self.count {
      let settings = QueueSettings.random(&numbers)
      guard let ayat = QueueAyat(settings) else {
        Issue.record("no ayat for \(settings)")
        continue
      }
      let sources = QueueSources.random(ayat, settings, &numbers)
      let queue = PlaybackQueue(settings, sources)
      let cap = 400
      let expected = QueueModel(settings, sources, cap: cap).items
      let found = Array(queue.prefix(cap))
      guard found == expected else {
        let place = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        Issue.record("settings \(index): \(settings) differ at \(place ?? min(found.count, expected.count))")
        return
      }
      if queue.isEndless {
        #expect(found.count == cap && queue.total == nil)
        seen["endless", default: 0] += 1
      } else if found.count < cap {
        #expect(queue.total?.items == found.count)
        #expect(queue.total?.length == found.last.map { $0.end })
      }
      expectLimit(of: queue, found, &numbers)
      expectRest(of: queue, found, &numbers)
      for item in found { seen[item.part.rawValue, default: 0] += 1 }
      seen["basmalah", default: 0] += found.count { $0.isBasmalah }
      seen["missing", default: 0] += found.count { $0.sound == nil }
      seen["shared", default: 0] += found.count { !$0.ayat.isSingle }
    }
    // Each kind of item has been there, or nothing was compared.
    for kind in QueueItem.Part.allCases.map(\.rawValue) + ["endless", "basmalah", "missing", "shared"] {
      #expect(seen[kind, default: 0] > 50, "\(kind)")
    }
  }

  private func expectLimit(of queue: PlaybackQueue, _ items: [QueueItem], _ numbers: inout SeededNumbers) {
    guard let some = items.randomElement(using: &numbers) else { return }
    var limited = queue
    limited.limit = some.start + Milliseconds(Int64.random(in: 0...1, using: &numbers))
    let expected = items.prefix { $0.start < limited.limit ?? .zero }
    #expect(Array(limited.prefix(items.count)) == Array(expected))
    #expect(!limited.isEndless)
    #expect(limited.total?.items ?? -1 >= expected.count)
  }

  /// A queue that begins later plays the same items with the same silences between them.
  private func expectRest(of queue: PlaybackQueue, _ items: [QueueItem], _ numbers: inout SeededNumbers) {
    guard let place = items.indices.randomElement(using: &numbers), let first = items[place].sound else {
      return
    }
    var rest = queue
    rest.beginning = (place, Milliseconds(Int64.random(in: 0..<first.span.length.count, using: &numbers)))
    let found = Array(rest.prefix(items.count - place))
    let lost = items[place].length - (found.first?.length ?? .zero)
    #expect(found.first?.gap == .zero && found.first?.start == .zero)
    for (item, whole) in zip(found, items[place...]).dropFirst() {
      #expect(item.gap == whole.gap && item.start == whole.start - items[place].start - lost)
    }
    #expect(found.count == items.count - place)
    if let total = queue.total, total.items == items.count {
      #expect(rest.total?.items == found.count && rest.total?.length == found.last?.end)
    }
  }

  @Test func anEndlessQueueTakesNoMoreRoomTheLongerItIsHeard() throws {
    var settings = QueueSettings()
    settings.passage = .ayat(AyahRange(Ayah(112, 1), Ayah(112, 4)))
    settings.rangeRepeats = .infinite
    let ayat = try #require(QueueAyat(settings))
    var numbers = SeededNumbers(seed: 1)
    let queue = PlaybackQueue(settings, .random(ayat, settings, &numbers))
    var last: QueueItem?
    // Other tests take room meanwhile, but not every time.
    var growth = Int.max
    for _ in 0..<5 where growth >= 2000 {
      let before = residentPages()
      var iterator = queue.makeIterator()
      for _ in 0..<300_000 { last = iterator.next() }
      growth = min(growth, residentPages() - before)
    }
    #expect(last?.round.of == nil)
    #expect(last?.round.number ?? 0 > 50_000)
    // 300,000 items of a hundred bytes and more would be several thousand pages.
    #expect(growth < 2000)
  }

  /// Returns the resident memory of this process in pages of 4 KiB.
  private func residentPages() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  @Test func theLongestFiniteQueueIsCountedWithoutBeingPlayed() throws {
    var settings = QueueSettings()
    settings.passage = .ayat(AyahRange(Ayah(1, 1), Ayah(114, 6)))
    settings.ayahRepeats = .times(100)
    settings.rangeRepeats = .times(100)
    settings.hasBasmalah = false
    let ayat = try #require(QueueAyat(settings))
    var sounds: [Ayah: QueueSound] = [:]
    for ayah in ayat.all { sounds[ayah] = .generated(0, 10_000) }
    let total = PlaybackQueue(settings, QueueSources(ayat, sounds: sounds)).total
    #expect(total?.items == 62_360_000)
    #expect(total?.length == Milliseconds(623_600_000_000))
  }

  @Test func thereIsNoQueueOfWhatDoesNotExist() {
    var settings = QueueSettings()
    #expect(QueueAyat(settings) == nil)
    settings.passage = .ayat(AyahRange(Ayah(1, 1), Ayah(1, 8)))
    #expect(QueueAyat(settings) == nil)
    settings.passage = .pages(PageRun(600, 605))
    #expect(QueueAyat(settings) == nil)
  }
}

extension QueueSound {
  fileprivate static func generated(_ start: Int64, _ end: Int64, shared: Bool = false) -> QueueSound? {
    TimeSpan(Milliseconds(start), Milliseconds(end)).map { span in
      QueueSound(
        file: "/a.flac", shownFile: "a.flac", span: span, reciter: "husary", riwayah: .hafs, isShared: shared)
    }
  }
}

extension QueueSettings {
  static func random(_ numbers: inout SeededNumbers) -> QueueSettings {
    func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
    func repeats(_ upTo: Int) -> Repeats {
      switch pick(0...9) {
      case 0: .infinite
      case 1...3: .times(pick(1...upTo))
      default: .times(1)
      }
    }
    var settings = QueueSettings()
    if pick(0...5) == 0 {
      let first = pick(1...604)
      settings.passage = .pages(PageRun(first, min(604, first + pick(0...1))))
    } else {
      // Near the start of a surah there is more to get wrong.
      let kufi = CountingSystem.kufi
      let surah = [1, 2, 8, 9, 10, 67, 112, 113, 114].randomElement(using: &numbers) ?? 1
      let count = kufi.ayahCount(ofSurah: surah) ?? 1
      var first = Ayah(
        surah, pick(0...3) == 0 ? count - pick(0...min(2, count - 1)) : pick(0...min(4, count)))
      if !kufi.contains(first) { first.number = 1 }
      var last = first
      for _ in 0..<pick(0...9) { last = kufi.next(after: last) ?? last }
      if pick(0...9) == 0, kufi.contains(Ayah(last.surah, 0)), Ayah(last.surah, 0) >= first {
        last.number = 0
      }
      settings.passage = .ayat(AyahRange(first, last))
    }
    if pick(0...2) == 0 { settings.connectBefore = pick(0...4) }
    if pick(0...2) == 0 { settings.connectAfter = pick(0...4) }
    settings.speed = PlaybackSpeed(Double(pick(500...2000)) / 1000) ?? .normal
    settings.gap = Milliseconds(
      Int64([0, 0, 1, 250, 499, 500, 501, 3000].randomElement(using: &numbers) ?? 0))
    settings.ayahRepeats = repeats(5)
    settings.rangeRepeats = repeats(4)
    settings.afterLast =
      [.stop, .ayat(pick(1...9)), .pages(pick(1...2))].randomElement(using: &numbers) ?? .stop
    settings.hasBasmalah = pick(0...2) > 0
    if pick(0...4) == 0 {
      settings.memorisation = Memorisation(
        each: pick(1...4), window: pick(2...5), windowRepeats: pick(1...3), isCumulative: pick(0...1) == 0)
    }
    if pick(0...1) == 0 {
      settings.ayahPause = PauseFactor(Double(pick(0...10_000)) / 1000) ?? .none
    }
    if pick(0...1) == 0 {
      settings.setPause = Milliseconds(Int64([1, 500, 5000, 60_000].randomElement(using: &numbers) ?? 0))
    }
    return settings
  }
}

extension QueueSources {
  static func random(
    _ ayat: QueueAyat, _ settings: QueueSettings, _ numbers: inout SeededNumbers
  ) -> QueueSources {
    var sources = QueueSources(ayat, sounds: [:])
    let missingPart: Double = [0.0, 0, 0.1, 0.5, 1].randomElement(using: &numbers) ?? 0
    var time: Int64 = 0
    var shared: QueueSound?
    for ayah in ayat.all {
      if numbers.chance(missingPart) { continue }
      let length = Int64.random(in: 1...20_000, using: &numbers)
      if shared == nil || numbers.chance(0.5) {
        shared = numbers.chance(0.2) ? .generated(time, time + length, shared: true) : nil
      }
      sources.sounds[ayah] = shared ?? .generated(time, time + length)
      time += length
    }
    for ayah in ayat.all where ayah.number == 1 && CountingSystem.kufi.contains(Ayah(ayah.surah, 0)) {
      guard numbers.chance(0.8) else { continue }
      sources.basmalahs[ayah.surah] =
        numbers.chance(0.2)
        ? sources.sounds[ayah] : .generated(1, 1 + Int64.random(in: 1...5000, using: &numbers))
    }
    return sources
  }
}
