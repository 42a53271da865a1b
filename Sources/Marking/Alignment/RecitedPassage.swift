import Audio
import QuranIndex
import Timing

/// Whether isti'adha or basmala precede the first ayah.
public enum PassageOpening: String, CaseIterable, Sendable {
  /// The recording tells.
  case auto
  /// Something does: the basmalah where a surah begins with one, else isti'adha.
  case yes
  /// Nothing does.
  case no
}

/// The items of a passage as they are looked for in a recording, with what a person has settled about them.
struct RecitedPassage {
  /// What is recited, in order.
  private(set) var items: [PassageItem] = []
  /// The same as sounds.
  private(set) var chainItems: [SoundChain.Item] = []
  /// Frames that a person has called something else.
  private(set) var silent: [Range<Int>] = []
  /// Items whose beginning a person has settled, and those inside of a settled run.
  private(set) var settled: Set<Int> = []

  init(_ passage: [AyahRange], _ counting: CountingSystem, opening: PassageOpening, anchors: [Anchor]) {
    for (number, piece) in passage.enumerated() {
      // Isti'adha is said aloud once, if at all.
      let all = PassageItem.items(of: [piece], counting: counting)
      let firstAyah = all.firstIndex { !$0.isOptional }
      for (index, item) in all.enumerated() {
        let isOpening = number == 0 && index < firstAyah ?? 0
        if number > 0, item.kind == .istiadhah || item.kind == .basmalah { continue }
        if isOpening, opening == .no { continue }
        add(
          item, counting,
          isOptional: item.isOptional && !(isOpening && opening == .yes && index + 1 == firstAyah))
      }
      if let last = chainItems.indices.last { chainItems[last].mayPrecedeOther = true }
    }
    for anchor in anchors { pin(anchor) }
    // Between the pins of one place and the next there must be time.
    for index in chainItems.indices.dropLast() where chainItems[index].end == chainItems[index + 1].start {
      chainItems[index].end = nil
    }
  }

  private mutating func add(_ item: PassageItem, _ counting: CountingSystem, isOptional: Bool) {
    let words =
      switch item.kind {
      case .istiadhah: AyahSounds.istiadhah
      case .basmalah: AyahSounds.basmalah
      case .ayah(let ayah): AyahSounds.words(of: ayah, in: counting) ?? []
      }
    if let last = chainItems.indices.last {
      let opensSurah =
        item.ayah.map { $0.number == 0 || $0.number == 1 && items[last].ayah?.number != 0 } ?? false
      if items[last].kind == .istiadhah || opensSurah && items[last].kind != .basmalah {
        chainItems[last].mayPrecedeOther = true
      }
    }
    items.append(item)
    chainItems.append(SoundChain.Item(words: words, isOptional: isOptional))
  }

  private mutating func pin(_ anchor: Anchor) {
    let start = frame(anchor.start)
    let end = anchor.end.map(frame)
    let next = (settled.max() ?? -1) + 1
    guard let ayah = anchor.ayah, let range = items.range(of: ayah, from: next) else {
      if anchor.isSkip || anchor.ayah != nil {
        // A settled marker without an end holds at least for a moment.
        silent.append(start..<max(start, end ?? start + SpeechFeatures.framesPerSecond / 2))
      }
      return
    }
    for index in range {
      settled.insert(index)
      chainItems[index].isOptional = false
    }
    chainItems[range.lowerBound].start = start
    if let end, end > start { chainItems[range.upperBound - 1].end = end }
  }
}

/// The frame nearest to a place.
func frame(_ time: Milliseconds) -> Int {
  let length = 1000 / Int64(SpeechFeatures.framesPerSecond)
  return Int((time.count + length / 2) / length)
}
