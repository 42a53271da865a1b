import Exchange
import Files
import TilawaFormat

/// Recordings on their way into files of one foreign format.
struct ForeignWriting {
  let format: ForeignFormat
  let options: WritingOptions
  /// Absolute.
  let target: String
  /// Whether the target is a folder for a file each.
  let isFolder: Bool
  let isStream: Bool
  let isStrict: Bool
  let isDryRun: Bool
  let terminal: Terminal
  var results: [ConversionResult] = []

  typealias Source = (path: String, recording: AnnotatedRecording)

  mutating func write(_ recordings: [Source], _ library: LibraryParts) throws -> Outcome {
    guard !recordings.isEmpty || format.holds != .recordings else {
      throw CommandFailure("\(format.name) is of recordings, and there is none")
    }
    switch format.write {
    case .none: throw CommandFailure("\(format.name) is only read, not written")
    case .folder(let write): return try writeFolder(recordings, write)
    case .collection(let write) where !isFolder:
      var collection = RecordingCollection(recordings.map(\.recording))
      collection.library = library
      let text = try write(collection, recordings.first.map { self.options(for: $0) } ?? options)
      return try put([(target, text, recordings.map(\.recording))])
    case .collection(let write):
      return try put(
        recordings.map {
          (name(of: $0), try write(RecordingCollection([$0.recording]), options(for: $0)), [$0.recording])
        })
    case .file(let write):
      guard recordings.count == 1 || isFolder else {
        throw CommandFailure(
          "\(counted(recordings.count, "recording")) make as many files of the format \(format.name); name a folder for "
            + "them, with a slash at its end")
      }
      return try put(
        recordings.map {
          (isFolder ? name(of: $0) : target, try write($0.recording, options(for: $0)), [$0.recording])
        })
    }
  }

  private func name(of source: Source) -> String {
    let stem = format.fileStem?(source.recording) ?? PathText.stem(of: source.path)
    return PathText.joined(target, "\(stem).\(format.extensions.first ?? format.name)")
  }

  /// The audio as the file will have to name it.
  private func options(for source: Source) -> WritingOptions {
    var options = options
    guard let file = source.recording.facts.audio?.file, !file.isEmpty else { return options }
    let path = PathText.joined(source.path, file)
    options.audioFile = path
    let folder = isFolder ? target : PathText.folder(of: target)
    options.audioPath = isStream ? terminal.shown(path) : PathText.shown(path, from: folder)
    return options
  }

  private mutating func put(_ files: [(path: String, text: ForeignText, recordings: [AnnotatedRecording])])
    throws
    -> Outcome
  {
    if Set(files.map(\.path)).count < files.count {
      throw CommandFailure("two recordings would become one file; convert them into different folders")
    }
    var losses = Losses()
    for file in files {
      var result = ConversionResult(isStream ? "-" : terminal.shown(file.path), format, file.recordings)
      result.losses = file.text.losses
      losses.add(file.text.losses)
      results.append(result)
    }
    tell(losses)
    if isStrict, !losses.isEmpty {
      terminal.complain("tilawa: nothing was written, because --strict takes losses for errors")
      return .findings
    }
    if isStream, files.contains(where: { !$0.text.continuations.isEmpty }) {
      throw CommandFailure(
        "one file of the format \(format.name) has no room for all rows; name a file, and it gets others beside it"
      )
    }
    if isFolder, !isDryRun { try FileTransfer.makeFolder(target) }
    // Waiting for the disk is most of the work with many small files.
    let changed =
      isStream || isDryRun
      ? [] : inParallel(files) { file in Result { try AtomicFile.write(file.text.bytes, to: file.path) } }
    for (index, (file, result)) in zip(files, results.suffix(files.count)).enumerated() {
      if isStream {
        if !isDryRun { terminal.write(file.text.bytes) }
      } else if isDryRun {
        terminal.say("\(result.output): would be written, \(result.summary)")
      } else {
        let changed = try changed[index].get()
        for (index, bytes) in file.text.continuations.enumerated() {
          try AtomicFile.write(bytes, to: numbered(file.path, index + 2))
        }
        terminal.say("\(result.output): \(result.summary)\(changed ? "" : ", as it was")")
      }
    }
    return .done
  }

  private mutating func writeFolder(
    _ recordings: [Source], _ write: (RecordingCollection, WritingOptions, String) throws -> Losses
  ) throws -> Outcome {
    guard !isStream else {
      throw CommandFailure("\(format.name) is a folder, which can't go to standard output")
    }
    let collection = RecordingCollection(
      recordings.map { source in
        var recording = source.recording
        guard let file = recording.facts.audio?.file, !file.isEmpty else { return recording }
        let path = PathText.joined(source.path, file)
        if recording.localAudio == nil, FileStatus.ifAny(path) != nil { recording.localAudio = .file(path) }
        return recording
      })
    var result = ConversionResult(terminal.shown(target), format, collection.recordings)
    let folder = try AtomicDirectory(for: target)
    result.losses = try write(collection, options(for: recordings[0]), folder.path)
    results.append(result)
    tell(result.losses)
    if isStrict, !result.losses.isEmpty {
      terminal.complain("tilawa: nothing was written, because --strict takes losses for errors")
      return .findings
    }
    if !isDryRun { try folder.finish() }
    terminal.say("\(result.output): \(isDryRun ? "would be written, " : "")\(result.summary)")
    return .done
  }

  private func numbered(_ path: String, _ number: Int) -> String {
    let ending = PathText.fileExtension(of: path)
    let name = "\(PathText.stem(of: path))-\(number)" + (ending.isEmpty ? "" : ".\(ending)")
    return PathText.joined(PathText.folder(of: path), name)
  }

  private func tell(_ losses: Losses) {
    for loss in losses.inOrder {
      terminal.complain("\(format.name): \(loss.code.sentence(loss.count)) [\(loss.code.rawValue)]")
    }
  }
}
