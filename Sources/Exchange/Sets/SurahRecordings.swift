import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaSound

/// The recordings of a set for the mushaf: one a surah, or one for all that the set gives the same audio.
struct SurahRecordings {
  let input: ForeignInput
  private var entries = InOrder<ExactText, Entry>()

  private struct Entry {
    var recording = AnnotatedRecording()
    let surah: Int
    /// The length that the set declares, and whether it is exact; otherwise it is in whole seconds.
    var declared: (length: Milliseconds, isExact: Bool)?
  }

  private let folder: AudioFolder?

  /// Takes audio from `folder`, if not from that which the user named.
  init(_ input: ForeignInput, audio folder: AudioFolder? = nil) {
    self.folder = folder ?? input.options.audioFolder
    self.input = input
  }

  /// Changes the recording of a surah, whose audio is at `url`.
  mutating func change(_ surah: Int, url: String? = nil, _ change: (inout AnnotatedRecording) -> Void) {
    entry(surah, url) { change(&$0.recording) }
  }

  /// Says how long the audio of a surah is by the set's own word.
  mutating func declare(_ length: Milliseconds, isExact: Bool, of surah: Int, url: String?) {
    entry(surah, url) { $0.declared = (length, isExact) }
  }

  private mutating func entry(_ surah: Int, _ url: String?, _ change: (inout Entry) -> Void) {
    let input = input
    entries.change(ExactText(url ?? "\(surah)"), else: Self.newEntry(surah, url, input), change)
  }

  private static func newEntry(_ surah: Int, _ url: String?, _ input: ForeignInput) -> Entry {
    let url = url ?? input.options.audioAddresses.map { SetNames.address($0, of: Ayah(surah, 0)) }
    var entry = Entry(surah: surah)
    let name = Surah.numbered(surah)
    entry.recording.name = "\(SetNames.padded(surah)) \(name?.name ?? "")"
    entry.recording.facts.title = name?.name
    if let url {
      var audio = RecordingDraft.Audio(
        file: SetNames.fileName(ofAddress: url) ?? "\(SetNames.padded(surah)).mp3")
      if url.holds("://") { audio.url = url }
      entry.recording.facts.audio = audio
    }
    return entry
  }

  /// All of them, in the order in which they came up, with the audio of the folder that the user named.
  ///
  /// A last ayah that no row ends ends with the audio.
  func finished() -> RecordingCollection {
    var missing: [Int] = []
    var open: [Ayah] = []
    let recordings = entries.values.map { entry in
      var recording = entry.recording
      if let folder {
        if let file = folder.file(ofSurah: entry.surah, named: recording.facts.audio?.file) {
          recording.take(file, input)
        } else {
          missing.append(entry.surah)
        }
      }
      recording.closeLastAyah(at: recording.duration ?? input.options.duration)
      open += recording.markers.compactMap { $0.row.ayah?.first }
      if recording.duration == nil, input.options.duration == nil, let declared = entry.declared {
        recording.leaveOut(past: declared.length, isExact: declared.isExact, input)
      }
      recording.tellOverlaps(input)
      return recording
    }
    if !missing.isEmpty, let folder {
      input.add(
        .untimed, "no audio in \(folder.path) for surah \(SetNames.list(missing.map(String.init)))",
        at: input.place)
    }
    if !open.isEmpty {
      let list = SetNames.list(open.map(\.description))
      input.add(
        .untimed,
        open.count == 1
          ? "the end of \(list) is unknown; kept as a marker"
          : "the ends of \(list) are unknown; kept as markers", at: input.place, unless: .audio)
    }
    return RecordingCollection(recordings)
  }
}

extension AnnotatedRecording {
  /// Takes a local file for the audio.
  fileprivate mutating func take(_ file: String, _ input: ForeignInput) {
    do throws(AudioError) {
      let properties = try AudioProbe.properties(ofFileAt: file)
      var audio = facts.audio ?? RecordingDraft.Audio(file: PathText.name(of: file))
      audio.duration = properties.duration
      facts.audio = audio
      localAudio = .file(file)
    } catch {
      input.add(.malformed, error.message, at: Place(path: file))
    }
  }

  /// Reports ayat that start before the end of the one before. They are kept, as it is unknown which of the
  /// two is wrong.
  fileprivate func tellOverlaps(_ input: ForeignInput) {
    let rows = segmentsInTime.filter { $0.row.start < $0.row.end }
    for (earlier, later) in zip(rows, rows.dropFirst()) where later.row.start < earlier.row.end {
      input.add(
        .writerFault,
        "\(later.label) starts at \(later.row.start), before \(earlier.label) ends at \(earlier.row.end)",
        at: later.place ?? input.place)
    }
  }

  /// Leaves out rows that lie past the end of the audio according to the set itself. If the length is in
  /// whole seconds, one second more is allowed, as the rounding is unknown.
  fileprivate mutating func leaveOut(
    past length: Milliseconds, isExact: Bool, _ input: ForeignInput
  ) {
    let end = isExact ? length : length + Milliseconds(1000)
    func isInside(_ label: String, _ stop: Milliseconds, _ start: Milliseconds, _ place: Place?) -> Bool {
      guard stop > end || start >= end else { return true }
      input.add(
        .pastEnd,
        "\(label) \(start >= end ? "starts at \(start)" : "ends at \(stop)"), but its audio lasts "
          + "\(isExact ? "\(length)" : "\(length.count / 1000)") s by the set itself",
        at: place ?? input.place)
      return false
    }
    segments.removeAll { !isInside($0.label, $0.row.end, $0.row.start, $0.place) }
    words.removeAll { !isInside($0.label, $0.row.end, $0.row.start, $0.place) }
  }
}

/// The file names of sets.
enum SetNames {
  /// `001`
  static func padded(_ number: Int) -> String {
    number < 10 ? "00\(number)" : number < 100 ? "0\(number)" : "\(number)"
  }

  /// `001001`
  static func file(of ayah: Ayah) -> String { padded(ayah.surah) + padded(ayah.number) }

  /// An address with its placeholders filled in.
  static func address(_ pattern: String, of ayah: Ayah) -> String {
    pattern.replaced("{surah3}", with: padded(ayah.surah)).replaced("{surah}", with: "\(ayah.surah)")
      .replaced("{ayah3}", with: padded(ayah.number)).replaced("{ayah}", with: "\(ayah.number)")
  }

  /// Returns the last part of an address's path, without query and fragment; nil if it isn't a plain file
  /// name.
  static func fileName(ofAddress address: String) -> String? {
    let path = address.fields(by: "?#", atMost: 2)[0]
    let name = path.words(by: "/").last.map(String.init) ?? ""
    return name.isEmpty || name == ".." || name == "." || name.holds("\\") || name.holds(":")
      ? nil : name
  }

  /// The surah that the name of a file is of: `001`, `1`, `Chapter001`, `surah_2`.
  static func surah(ofStem stem: String) -> Int? {
    var digits = stem[...]
    for prefix in ["chapter", "surah", "sura"] where digits.lowercased().begins(with: prefix) {
      digits = Substring(
        digits.unicodeScalars.dropFirst(prefix.count).drop { "_- ".unicodeScalars.contains($0) })
    }
    guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(digits), (1...114).contains(number)
    else { return nil }
    return number
  }

  /// The first few, and how many more.
  static func list(_ items: [String], most: Int = 8) -> String {
    let shown = items.prefix(most).joined(separator: ", ")
    return items.count > most ? "\(shown) and \(items.count - most) more" : shown
  }
}
