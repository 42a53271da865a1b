package import TilawaBase
package import TilawaExchange
import TilawaFormat
package import TilawaSound

/// Imports audio files as bundles in a folder.
package struct ImportPlan: Sendable {
  private let folder: String
  private let name: String?
  private let numbersNames: Bool
  private let transfer: AudioImport.Transfer
  private let encoding: AudioEncoding?
  private let tagEncoding: TextEncoding?
  private let importedAt: Timestamp
  private let workplace: Workplace

  /// Prepares to make bundles in the folder that the user names. A single bundle is called `name`, if that
  /// is given; with `numberingNames`, a name that is taken by other audio gets a number. With an `encoding`, the audio is converted. `tagEncoding` applies to tags that don't declare
  /// their encoding.
  ///
  /// Throws a `Failure` if there is no such folder, or it is part of a bundle.
  package init(
    into given: String, name: String?, numberingNames: Bool = false, _ transfer: AudioImport.Transfer,
    encoding: AudioEncoding? = nil,
    tagEncoding: TextEncoding? = nil, in workplace: Workplace
  ) throws(Failure) {
    folder = workplace.path(given)
    guard FileStatus.mayBe(.folder, folder) else {
      throw Failure("cannot write in \(given): no such folder")
    }
    if let outer = FoundBundle(containing: given, in: workplace) {
      throw Failure("\(outer.shownPath) is itself a bundle", unless: .importingElsewhere)
    }
    self.name = name
    numbersNames = numberingNames
    self.transfer = transfer
    self.encoding = encoding
    self.tagEncoding = tagEncoding
    self.workplace = workplace
    importedAt = Timestamp(secondsSince1970: try workplace.now())
  }

  /// Returns the files as the parts of one recording, in order.
  ///
  /// Throws a `Failure` if two are the same, and an `AudioError` if one can't be read.
  package func parts(_ files: [String], _ facts: AudioImport.Facts) throws -> RecordingParts {
    var facts = facts
    facts.importedAt = importedAt
    let decoding = tagEncoding.map { encoding -> TagDecoding in { encoding.text(of: $0) } }
    return try RecordingParts(
      files.map { (workplace.path($0), $0) },
      begun: { tags, path in
        AudioImport(path, shownAs: path, into: folder, transfer: .copy, facts: facts).begun(tags)
      }, decoding: decoding)
  }

  /// Makes a bundle of one file, as the user named it, or of the parts of a recording, of which it is the
  /// first, in `subfolder` of the folder. Nothing that exists is overwritten.
  package func apply(
    for file: String, joining parts: RecordingParts? = nil, below subfolder: String = "",
    _ facts: AudioImport.Facts, _ monitor: WorkMonitor
  ) throws -> AudioImport.Result {
    var place = folder
    if !subfolder.isEmpty {
      place = PathText.joined(folder, subfolder)
      try FileTransfer.makeFolder(place, below: folder)
    }
    var audio = AudioImport(
      workplace.path(file), shownAs: file, into: place, name: name, transfer: transfer, facts: facts,
      encoding: encoding)
    audio.tagEncoding = tagEncoding
    audio.parts = parts
    audio.numbersName = numbersNames
    audio.facts.importedAt = importedAt
    var remarks: [String] = []
    if facts.reciter == nil, let artist = audio.artist,
      let id = ReciterSurroundings(of: place, in: workplace).id(ofName: artist)
    {
      audio.facts.reciter = id
      remarks.append("reciter \(id), from the artist in its tags, \"\(artist)\"")
    }
    remarks += audio.facts.completed(from: place, in: workplace)
    let stage = monitor.begin(
      parts.map { "joining \(counted($0.parts.count, "file"))" } ?? "copying \(file)")
    defer { stage.finish() }
    var result = try audio.run { stage.update($0, of: $1) }
    if !result.wasThere { result.remarks += remarks }
    if let artist = result.artist {
      result.remarks.append(
        "the artist tag \"\(artist)\" is kept as x-reciter-name; to name the reciter, use "
          + "`tilawa set BUNDLE reciter=ID`")
    }
    return result
  }

  /// Makes a bundle of one file. `makeMarks` then marks it as `request` says.
  ///
  /// The bundle is complete before the marking begins. If that is interrupted, nothing is lost, and the
  /// same command continues. An existing bundle is marked only if it has no markers and no segments;
  /// otherwise the plan is nil.
  package func apply(
    for file: String, joining parts: RecordingParts? = nil, below subfolder: String = "",
    _ facts: AudioImport.Facts, marking request: MarkRequest, _ monitor: WorkMonitor
  ) throws -> (bundle: AudioImport.Result, makeMarks: () throws -> MarkPlan?) {
    let result = try apply(for: file, joining: parts, below: subfolder, facts, monitor)
    let (place, workplace) = (FoundBundle(at: result.bundle, in: workplace), workplace)
    return (
      result,
      {
        guard !(result.wasThere && place.hasRows) else { return nil }
        return try MarkPlan(for: place, request, in: workplace, monitor).apply(monitor)
      }
    )
  }
}
