package import TilawaBase
package import TilawaFormat
import TilawaSound
import TilawaYAML

/// A comparison of a bundle's audio with its description in `recording.yaml`.
package struct ChecksumComparison: Sendable {
  /// The result of a comparison.
  package enum Status: String, CaseIterable, Sendable {
    /// The checksum and size, as far as they are recorded, are those of the file.
    case matches
    /// The audio isn't here, but the pointer in its place has the same checksum or size.
    case pointer
    /// The checksum or the size differs.
    case mismatch
    /// No checksum is recorded, so nothing could be compared.
    case unrecorded
    /// There is no file, or none that may be read.
    case missing
    /// The bundle names no audio.
    case none
  }

  /// The result.
  package let status: Status
  /// The value of `audio.file`.
  package let file: String?
  /// The digest of the file; for a pointer, the one that it contains.
  package let digest: FileDigest?
  /// Faults and other remarks, a line each.
  package let remarks: [String]
  /// The properties in the header, or nil if the audio isn't here, or isn't in a known format.
  private var properties: AudioProperties?

  /// Reads the whole audio. `progress` receives the number of bytes read so far, and the size. Throws if
  /// the file can't be read.
  package init(
    of bundle: TilawaBundle, progress: (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
  ) throws(FileError) {
    let audio = bundle.recording?.content?.audio
    file = audio?.file?.value
    guard let presence = bundle.audioPresence else {
      (status, digest, remarks) = (.none, nil, ["recording.yaml names no audio"])
      return
    }
    let declared = (sha256: audio?.sha256?.value, bytes: audio?.bytes.map { Int64($0.value) })
    switch presence {
    case .available(let path, let size), .otherSize(let path, let size, _):
      let found = try FileDigest.of(path) { progress($0, size) }
      digest = found
      let faults = Self.differences(declared, sha256: found.sha256, bytes: found.bytes, of: "the file")
      var remarks = faults.isEmpty && declared.sha256 == nil ? ["recording.yaml records no checksum"] : faults
      // The right file may have been cut short before it was imported.
      do throws(AudioError) {
        let found = try AudioProbe.properties(ofFileAt: path)
        if !found.isComplete { remarks.append("the audio is cut short") }
        properties = found
      } catch {
        switch error.kind {
        case .needsProgram: remarks.append("cannot determine whether it is cut short: \(error.message)")
        case .unreadable, .missing: throw FileError("read", path, because: error.message)
        default: break
        }
      }
      self.remarks = remarks
      status = !faults.isEmpty ? .mismatch : declared.sha256 == nil ? .unrecorded : .matches
    case .pointer(let pointer):
      let named = pointer.sha256.map { FileDigest(sha256: $0, bytes: pointer.bytes ?? 0) }
      digest = pointer.bytes == nil ? nil : named
      let faults = Self.differences(
        declared, sha256: pointer.sha256, bytes: pointer.bytes, of: "the pointer")
      status = faults.isEmpty ? .pointer : .mismatch
      remarks = faults + ["the audio is \(pointer.noun); `\(pointer.fetchCommand)` fetches it"]
    case .unreadable(let reason):
      throw FileError("read", PathText.joined(bundle.path, file ?? ""), because: reason)
    case .conflict:
      (status, digest) = (.missing, nil)
      remarks = ["it is a Git LFS pointer with conflict markers"]
    case .missing(nil) where audio?.url != nil:
      (status, digest) = (.missing, nil)
      let command = "tilawa audio fetch \(ShellText.quoted(bundle.shownPath))"
      remarks = ["no such file; `\(command)` downloads it"]
    case .missing, .notAFile:
      (status, digest, remarks) = (.missing, nil, ["no such file"])
    case .outside, .linkOutside:
      (status, digest, remarks) = (.missing, nil, ["it is outside the bundle and is not read"])
    }
  }

  private static func differences(
    _ declared: (sha256: String?, bytes: Int64?), sha256: String?, bytes: Int64?, of what: String
  ) -> [String] {
    var faults: [String] = []
    if let named = declared.bytes, let bytes, named != bytes {
      faults.append("\(what) has \(bytes) bytes, but recording.yaml records \(named)")
    }
    if let named = declared.sha256, let sha256, named != sha256 {
      faults.append("\(what) has the checksum \(sha256), but recording.yaml records \(named)")
    }
    return faults
  }

  /// Returns edits of `recording.yaml` after which it describes the existing file: checksum, size, and the
  /// properties in the header.
  ///
  /// A duration that is right to a tenth of a second stays as it is written. The result is empty if no
  /// change is needed, or nothing is known.
  package func updates(of bundle: TilawaBundle) -> [TextEdit] {
    guard let source = bundle.recording?.source, let audio = bundle.recording?.content?.audio, let digest,
      case let document = YAMLDocument(parsing: source), let mapping = document.root?[FileKey.audio]
    else { return [] }
    var editor = YAMLEditor(document)
    var before = [AudioKey.file]
    func set(_ key: String, _ value: YAMLValue?) {
      if let value { editor.set(key, to: value, in: mapping, after: before) }
      before.append(key)
    }
    set(AudioKey.sha256, audio.sha256?.value == digest.sha256 ? nil : .text(digest.sha256))
    set(AudioKey.bytes, audio.bytes.map { Int64($0.value) } == digest.bytes ? nil : .plain("\(digest.bytes)"))
    guard let properties else { return editor.edits }
    let isRight = audio.duration.map { abs(($0.value - properties.duration).count) <= 100 } ?? false
    set(AudioKey.duration, isRight ? nil : .plain(properties.duration.description))
    set(
      AudioKey.sampleRate,
      audio.sampleRate?.value == properties.sampleRate ? nil : .plain("\(properties.sampleRate)"))
    set(
      AudioKey.channels, audio.channels?.value == properties.channels ? nil : .plain("\(properties.channels)")
    )
    return editor.edits
  }
}
