import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary

/// The items of a queue as they are played.
final class QueueItems {
  private let queue: PlaybackQueue
  private let journal: HeardQueue?
  private let words: HeardWords
  private let texts: KnownTexts
  private let length: Milliseconds?
  private var iterator: PlaybackQueue.Iterator
  /// Of the item that comes next, from 1.
  private var number: Int

  /// Tells `journal` of what is heard.
  init(_ queue: PlaybackQueue, _ journal: HeardQueue?, _ texts: TextsAtHand? = nil) {
    self.queue = queue
    self.texts = KnownTexts(texts)
    words = HeardWords(texts)
    self.journal = journal
    length = queue.total?.length
    iterator = queue.makeIterator()
    number = queue.beginning.items + 1
  }

  /// The next one; nil when the queue is over.
  func next() -> PlayedItem? {
    guard let item = iterator.next() else { return nil }
    defer { number += 1 }
    return PlayedItem(
      stretch: item.stretch, parts: { self.parts(of: item, $0) },
      texts: { self.texts.lines(of: item.ayat, width: $1) },
      hear: { [journal, number] in journal?.hear(item, number, at: $0.time, after: $1) })
  }

  private func parts(of item: QueueItem, _ moment: PlayedItem.Moment) -> [String] {
    let time = (item.start + (Milliseconds(seconds: moment.seconds) ?? .zero)).clock
    var parts = [
      length.map { "\(time) of \($0.clock)" } ?? time,
      item.isBasmalah ? "\(item.ayat) basmalah" : "\(item.ayat)",
    ]
    if let sound = item.sound, let time = moment.time {
      if queue.settings.showsWords,
        let word = words.text(of: item.ayat, queue.settings.counting, in: sound, at: time)
      {
        parts.append(word)
      }
      if queue.settings.showsReciter, let reciter = sound.shownReciter {
        parts.append(reciter)
      }
    } else {
      parts.append("missing")
    }
    if queue.settings.showsRepetition {
      if item.repetition.of != 1 { parts.append("ayah \(item.repetition)") }
      if item.round.of != 1 { parts.append("range \(item.round)") }
    }
    return parts
  }
}

/// Rows of one bundle as they are played.
final class RowItems {
  /// The stretches that are rendered for them.
  let stretches: [Stretch]
  private let played: PlayedRows
  private let texts: KnownTexts
  private let words: HeardWords
  private let length: Milliseconds
  private let journal: HeardBundle?
  private var index = 0
  private var round = 1
  /// The number of times they are heard.
  var repeats = Repeats.times(1)
  /// The silence between these times.
  var pause = Milliseconds.zero

  /// Plays of the audio of `bundle`, the file at `audio`, which has `length`, and tells `journal` of what is heard.
  init(
    _ played: PlayedRows, of bundle: TilawaBundle, _ audio: String, length: Milliseconds,
    _ journal: HeardBundle?,
    _ texts: TextsAtHand? = nil
  ) {
    self.journal = journal
    words = HeardWords(texts)
    words.take(bundle)
    self.played = played
    self.texts = KnownTexts(texts)
    self.length = length
    stretches = played.parts.map { Stretch(file: audio, span: $0.span, label: $0.row?.label ?? "") }
  }

  /// The next one; nil when all were played.
  func next() -> PlayedItem? {
    if index == stretches.count, repeats.count.map({ round < $0 }) ?? true { (index, round) = (0, round + 1) }
    guard index < stretches.count else { return nil }
    defer { index += 1 }
    var stretch = stretches[index]
    if index == 0, round > 1 { stretch.gap = pause }
    let part = played.parts[index]
    let row = part.row.flatMap { row in played.number(of: row).map { (number: $0, row: row) } }
    return PlayedItem(
      stretch: stretch,
      parts: { self.parts(at: $0.time ?? part.span.start, of: row) },
      texts: { moment, width in
        let heard = row ?? self.played.row(at: moment.time ?? part.span.start)
        return self.texts.lines(of: heard?.row.identity.ayah, width: width)
      },
      hear: { [journal, played] moment, seconds in
        guard let time = moment.time else { return }
        journal?.hear((row ?? played.row(at: time))?.row, at: time, after: seconds)
      })
  }

  private func parts(at time: Milliseconds, of played: (number: Int, row: AnnotatedRow)?) -> [String] {
    var parts = ["\(time.clock) of \(length.clock)"]
    guard let (number, row) = played ?? self.played.row(at: time) else { return parts }
    parts.append(row.label)
    parts.append("row \(number) of \(self.played.rows.count)")
    parts.append(
      row.isConfirmed
        ? "confirmed" : row.confidence.map { "confidence \(confidenceText($0))" } ?? "not confirmed"
    )
    if let ayat = row.identity.ayah, let span = TimeSpan(row.start, row.end > row.start ? row.end : length),
      let word = words.text(of: ayat, within: span, at: time)
    {
      parts.append(word)
    }
    return parts
  }
}
