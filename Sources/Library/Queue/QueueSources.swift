import TilawaBase
import TilawaFormat
package import TilawaQuran

/// The ayat of a queue, each part in the order of the mushaf.
package struct QueueAyat: Hashable, Sendable {
  /// The requested passages, in the order in which they are heard; usually one.
  package let passages: [AyahRange]
  let before: [Ayah]
  /// The ayat of the passages.
  package let range: [Ayah]
  let after: [Ayah]
  let continuation: [Ayah]

  /// All of them, each once, in the order of the mushaf.
  package var all: [Ayah] { Set(before + range + after + continuation).sorted() }

  /// Nil if the settings name no passage, or one that doesn't exist in their count.
  ///
  /// Ayat that lead in, lead out or follow don't go beyond the ends of the Quran.
  package init?(_ settings: QueueSettings) {
    let counting = settings.counting
    switch settings.passage {
    case .ayat(let range): passages = [range]
    case .several(let ranges): passages = ranges
    case .pages(let pages):
      guard let pages = pages.pages, let first = Division.page.range(of: pages.lowerBound, in: counting),
        let last = Division.page.range(of: pages.upperBound, in: counting)
      else { return nil }
      passages = [AyahRange(first.first, last.last)]
    case nil: return nil
    }
    guard let start = passages.first?.first, let end = passages.last?.last,
      passages.allSatisfy(counting.contains)
    else { return nil }
    range = passages.flatMap(counting.ayat(in:))
    before = Self.walk(from: start, settings.connectBefore, counting.previous).reversed()
    after = Self.walk(from: end, settings.connectAfter, counting.next)
    switch settings.afterLast {
    case .stop: continuation = []
    case .ayat(let count): continuation = Self.walk(from: end, count, counting.next)
    case .pages(let count):
      let first = counting.next(after: end)
      let page = first.flatMap { Division.page.number(of: $0, in: counting) }
      let last = page.flatMap {
        Division.page.range(of: min($0 + count - 1, Division.page.count), in: counting)
      }
      if let first, let last, first <= last.last {
        continuation = counting.ayat(in: AyahRange(first, last.last))
      } else {
        continuation = []
      }
    }
  }

  private static func walk(from ayah: Ayah, _ count: Int, _ step: (Ayah) -> Ayah?) -> [Ayah] {
    var ayat: [Ayah] = []
    var ayah = ayah
    while ayat.count < count, let next = step(ayah) {
      ayat.append(next)
      ayah = next
    }
    return ayat
  }
}

/// The sounds for the ayat of a queue.
package struct QueueSources: Sendable {
  /// The requested ayat.
  package let ayat: QueueAyat
  /// By ayah; those that aren't here are missing.
  package var sounds: [Ayah: QueueSound]
  /// By surah: by the reciter of its first ayah.
  package var basmalahs: [Int: QueueSound]

  /// `sounds` and `basmalahs` for `ayat`.
  package init(_ ayat: QueueAyat, sounds: [Ayah: QueueSound], basmalahs: [Int: QueueSound] = [:]) {
    self.ayat = ayat
    self.sounds = sounds
    self.basmalahs = basmalahs
  }
}

extension QueueSound {
  /// The sound of a hearing that `resolve` returned.
  init(_ hearing: Hearing) {
    self.init(
      file: hearing.file, shownFile: hearing.shownAudio,
      span: hearing.span,
      reciter: hearing.reciter, reciterName: hearing.reciterName, riwayah: hearing.riwayah,
      isVerified: hearing.isVerified, isShared: hearing.isShared, published: hearing.published)
  }
}

extension AskedLibrary {
  /// Returns the library's sounds for `ayat` that can be played here and now, and the whole answer from which
  /// they are taken.
  package func sources(
    of ayat: QueueAyat, _ settings: QueueSettings
  ) -> (sources: QueueSources, resolution: Resolution) {
    var session = settings.session
    session.fillsFromAnyone = settings.missing == .fill
    // An empty list names nobody, and a session without one serves everybody.
    let isAsked = settings.reciters != [] || settings.missing == .fill
    let resolution = resolve(isAsked ? ayat.all : [], in: session)
    let hearings = resolution.answers.compactMapValues(\.heard)
    let sounds = hearings.mapValues { hearing in
      var sound = QueueSound(hearing)
      sound.isFilled = settings.reciters.map { !$0.contains(hearing.reciter ?? "") } ?? false
      return sound
    }
    let basmalahs = settings.hasBasmalah ? self.basmalahs(before: hearings, settings) : [:]
    return (QueueSources(ayat, sounds: sounds, basmalahs: basmalahs), resolution)
  }

  /// By surah: ayah 0 by the reciter of ayah 1, else the basmalah with which they begin Al-Fatihah.
  private func basmalahs(before hearings: [Ayah: Hearing], _ settings: QueueSettings) -> [Int: QueueSound] {
    let counting = settings.counting
    let openings = hearings.values.filter {
      $0.ayah.number == 1 && counting.contains(Ayah($0.ayah.surah, 0))
    }
    let ofFatihah = Ayah(1, counting.numbersBasmalah ? 1 : 0)
    var result: [Int: QueueSound] = [:]
    for (reciter, openings) in Dictionary(grouping: openings, by: \.reciter) {
      var session = settings.session
      session.reciters = reciter.map { [$0] } ?? []
      let wanted = openings.map { Ayah($0.ayah.surah, 0) } + [ofFatihah]
      let answers = resolve(wanted, in: session, explaining: reciter == nil).answers
      for opening in openings {
        for ayah in [Ayah(opening.ayah.surah, 0), ofFatihah] {
          guard let answer = answers[ayah], let best = answer.heard else { continue }
          // Two recordings that name nobody may be by two people.
          let own = ([best] + answer.others).first {
            reciter != nil
              || $0.reciter == nil && $0.bundlePath.isExactly(opening.bundlePath)
                && $0.canBeHeard
          }
          // What holds more than the basmalah will do only where it is what is played anyway.
          guard let own, !own.isShared || QueueSound(own).isSameStretch(as: QueueSound(opening)) else {
            continue
          }
          result[opening.ayah.surah] = QueueSound(own)
          break
        }
      }
    }
    return result
  }
}

extension Answer {
  /// The hearing that can be played here and now.
  fileprivate var heard: Hearing? {
    best.flatMap { $0.canBeHeard ? $0 : nil }
  }
}
