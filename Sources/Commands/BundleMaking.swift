import Diagnostics
import Audio
import Exchange
import Files
import Importing
import TilawaFormat

/// New bundles made of a foreign file.
struct BundleMaking {
  let conversion: Conversion
  var results: [ConversionResult] = []

  private var terminal: Terminal { conversion.terminal }

  /// Makes a bundle of each recording: of the only one the output itself when that is a bundle's name, else in the
  /// output folder.
  mutating func make(from input: String, isNamed: Bool) throws -> Outcome {
    var options = conversion.arguments.reading
    let facts = try conversion.recording.facts()
    options.numbering = facts.numbering
    let audio = conversion.arguments.audio.map { terminal.path($0) }
    let audioFile = audio.flatMap { FileStatus.isFolder($0) ? nil : $0 }
    if let audioFile { options.duration = try AudioProbe.properties(ofFileAt: audioFile).duration }
    let reading = try conversion.read(input, options)
    var outcome: Outcome = reading.hasErrors ? .findings : .done
    if conversion.isStrict, reading.hasWarnings {
      terminal.complain("tilawa: nothing was written, because --strict takes warnings for errors")
      return .findings
    }
    let recordings = reading.collection.recordings
    let library = reading.collection.library
    guard !recordings.isEmpty || !library.isEmpty else { throw CommandFailure("\(input) holds no recording") }
    if isNamed, !library.isEmpty, !library.files.isEmpty || recordings.isEmpty {
      throw CommandFailure(
        "\(input) holds files of a library; name a folder for them, with a slash at its end")
    }
    guard recordings.count == 1 || !isNamed else {
      throw CommandFailure("\(input) holds \(recordings.count) recordings; name a folder for a bundle each")
    }
    let folder = terminal.path(conversion.output)
    if !isNamed, !conversion.isDryRun { try FileTransfer.makeFolder(folder) }
    if !isNamed {
      try LibraryMaking(parts: library, folder: folder, isDryRun: conversion.isDryRun, terminal: terminal)
        .make()
    }
    for given in recordings {
      var recording = given
      try complete(&recording, facts, reading, isOnly: recordings.count == 1)
      let name = BundleName.from(recording.facts.title ?? reading.source.stem)
      let path = isNamed ? folder : PathText.joined(folder, name)
      outcome = outcome.and(try write(recording, to: path, audioFile, reading))
    }
    return outcome
  }

  /// What the user says goes before what the file says.
  private func complete(
    _ recording: inout AnnotatedRecording, _ facts: AudioImport.Facts, _ reading: ForeignReading, isOnly: Bool
  ) throws {
    if conversion.recording.id != nil || recording.facts.id.isEmpty {
      recording.facts.id = isOnly ? facts.id : try conversion.recording.facts().id
    }
    recording.facts.title =
      facts.title ?? recording.facts.title ?? (reading.source.stem.isEmpty ? nil : reading.source.stem)
    recording.facts.reciter = facts.reciter ?? recording.facts.reciter
    recording.facts.riwayah = facts.riwayah ?? recording.facts.riwayah
    recording.facts.numbering = facts.numbering ?? recording.facts.numbering
    if !facts.passage.isEmpty { recording.facts.passage = facts.passage }
    recording.facts.recordedAt = facts.recordedAt ?? recording.facts.recordedAt
    recording.facts.place = facts.place ?? recording.facts.place
    recording.facts.notes = facts.notes ?? recording.facts.notes
    if let name = recording.reciterName, recording.facts.reciter == nil {
      // A name is no id; it isn't lost.
      recording.extras.append(ExtraKey("x-reciter-name", .string(name)))
    }
  }

  private mutating func write(
    _ given: AnnotatedRecording, to path: String, _ audio: String?, _ reading: ForeignReading
  ) throws -> Outcome {
    var recording = given
    var result = ConversionResult(terminal.shown(path), reading.format, [recording])
    result.findings = reading.findings
    results.append(result)
    if FileStatus.ifAny(path, followingLinks: false) != nil {
      throw CommandFailure("cannot create \(terminal.shown(path)): it exists already")
    }
    if conversion.isDryRun {
      terminal.say("\(result.output): would be made, \(result.summary)")
      return .done
    }
    let folder = try AtomicDirectory(for: path)
    if let audio { recording.facts.audio = try Self.attach(audio, to: folder.path) }
    for (kind, text) in recording.bundleTexts {
      try AtomicFile.write(Array(text.utf8), to: PathText.joined(folder.path, kind.fileName))
    }
    try folder.finish()
    terminal.say("\(result.output): \(result.summary)")
    return .done
  }

  /// Copies the audio into the bundle.
  private static func attach(_ audio: String, to folder: String) throws -> RecordingDraft.Audio {
    let properties = try AudioProbe.properties(ofFileAt: audio)
    var draft = RecordingDraft.Audio(file: "audio.\(properties.format)")
    let digest = try FileTransfer.copy(audio, to: PathText.joined(folder, draft.file))
    draft.sha256 = digest.sha256
    draft.bytes = digest.bytes
    draft.duration = properties.duration
    draft.sampleRate = properties.sampleRate
    draft.channels = properties.channels
    draft.format = properties.format
    return draft
  }
}
