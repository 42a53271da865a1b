import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaSound

/// One bundle that is played by itself, from its first row or from where one stopped.
struct BundlePlaying {
  let bundle: TilawaBundle
  let selection: PlayedRows.Selection
  let takesSkips: Bool
  let speed: PlaybackSpeed
  let sound: SoundArguments
  /// Where in the recording one goes on; nil to begin.
  var beginning: Milliseconds?
  /// The number of times it is heard, with a silence between them.
  var repeats = Repeats.times(1)
  var pause = Milliseconds.zero
  /// The player to use; nil for the first that works.
  var player: String?
  /// True if WAV is written to standard output.
  var writesSound = false
  /// The journal that has notes to show, and that is told where one stops.
  let journal: JournalArguments
  /// True if the journal records it.
  var records = true
  /// The library in which the journal may lie, when one was named.
  var library: String?

  init(
    _ bundle: TilawaBundle, _ selection: PlayedRows.Selection, takesSkips: Bool, speed: PlaybackSpeed,
    sound: SoundArguments,
    journal: JournalArguments
  ) {
    self.journal = journal
    self.bundle = bundle
    self.selection = selection
    self.takesSkips = takesSkips
    self.speed = speed
    self.sound = sound
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let audio = try bundle.audioPath()
    let length = try AudioProbe.properties(ofFileAt: audio).duration
    var played = try PlayedRows(selection, of: bundle, length: length, takesSkips: takesSkips)
    if played.unheard > 0 {
      terminal.complain(
        "tilawa: \(counted(played.unheard, "row")) after the end of the recording at \(length)")
    }
    let wanted = ListenedPart(selection, takesSkips: takesSkips, of: bundle, as: played)
    if let beginning {
      guard let rest = played.rest(from: beginning) else {
        let part = selection == .all ? "" : "the requested part of "
        terminal.complain("tilawa: \(part)\(bundle.shownPath) was already played to its end")
        return .findings
      }
      played = rest
    }
    let told = records ? journal.listening(library: library, in: terminal) : nil
    // What was heard is written also when a signal ends the program.
    if let told { Surroundings.beforeEnding { [weak told] in told?.write() } }
    defer { if told != nil { Surroundings.beforeEnding(nil) } }
    let root = terminal.path(try LibraryArguments.root(library, in: terminal))
    let heard = told.map { HeardBundle(bundle, ofLibrary: root, wanted, speed: speed, telling: $0) }
    var texts = TextsAtHand(around: bundle)
    texts.notes = journal.folder(around: bundle.path, in: terminal).map(NotesAtHand.init)
    let items = RowItems(played, of: bundle, audio, length: length, heard, texts)
    (items.repeats, items.pause) = (repeats, pause)
    let settings = try sound.settings(
      for: items.stretches, speed: speed.factor, encoding: nil, in: terminal)
    let cursor = PlayedCursor(items.next)
    if writesSound {
      try cursor.write(settings, in: terminal)
    } else {
      try PlaySession(cursor, settings, player: player, in: terminal).run()
    }
    told?.write()
    return played.unheard > 0 ? .findings : .done
  }
}
