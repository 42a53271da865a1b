import TilawaBase
import TilawaFormat
import TilawaSound
import TilawaYAML

/// The description in `recording.yaml` of audio that a bundle gets.
struct AudioFacts: Sendable {
  /// The path of the audio, relative to the bundle.
  var file: String
  var digest: FileDigest
  var properties: AudioProperties
  /// The duration of the audio, to a tenth of a second.
  var duration: Milliseconds
  /// True if the audio is a link out of the bundle.
  var isExternal = false

  /// Returns edits of `recording.yaml` that describe the audio. With `replacing`, values for other audio
  /// (`url`, `format`) are removed. A value that is right stays as it is written.
  func edits(of bundle: TilawaBundle, replacing: Bool) -> [TextEdit] {
    guard let source = bundle.recording?.source, case let document = YAMLDocument(parsing: source),
      let root = document.root
    else { return [] }
    var editor = YAMLEditor(document)
    guard let mapping = root[FileKey.audio], mapping.mapping != nil else {
      editor.set(
        FileKey.audio, to: .block(pairs(besides: nil).map { ($0.key, $0.value) }), in: root,
        after: [FileKey.version, FileKey.id, "title"])
      return editor.edits
    }
    var before: [String] = []
    for (key, value, isRight) in pairs(besides: bundle.recording?.content?.audio) {
      if !isRight { editor.set(key, to: value, in: mapping, after: before) }
      before.append(key)
    }
    if replacing {
      for key in [AudioKey.format, AudioKey.url] { editor.removeKey(key, in: mapping) }
      if !isExternal { editor.removeKey(AudioKey.external, in: mapping) }
    }
    return editor.edits
  }

  private func pairs(besides old: AudioFile?) -> [(key: String, value: YAMLValue, isRight: Bool)] {
    let isNear =
      old?.duration.map { abs(($0.value - duration).count) <= 100 && $0.value >= duration } ?? false
    var pairs: [(String, YAMLValue, Bool)] = [
      (AudioKey.file, .text(file), old?.file?.value == file),
      (AudioKey.sha256, .text(digest.sha256), old?.sha256?.value == digest.sha256),
      (AudioKey.bytes, .plain("\(digest.bytes)"), old?.bytes.map { Int64($0.value) } == digest.bytes),
      (AudioKey.duration, .plain(duration.description), isNear),
      (
        AudioKey.sampleRate, .plain("\(properties.sampleRate)"),
        old?.sampleRate?.value == properties.sampleRate
      ),
      (AudioKey.channels, .plain("\(properties.channels)"), old?.channels?.value == properties.channels),
    ]
    if isExternal { pairs.append((AudioKey.external, .plain("true"), old?.external?.value ?? false)) }
    return pairs
  }
}

/// Describes audio of which only the bytes are known.
enum StatedChecksum {
  /// Returns edits of `recording.yaml` that add the checksum and the size. An existing value stays as it is
  /// written.
  static func edits(stating digest: FileDigest, in bundle: TilawaBundle) -> [TextEdit] {
    guard let source = bundle.recording?.source, let audio = bundle.recording?.content?.audio,
      case let document = YAMLDocument(parsing: source), let mapping = document.root?[FileKey.audio]
    else { return [] }
    var editor = YAMLEditor(document)
    if audio.sha256 == nil {
      editor.set(AudioKey.sha256, to: .text(digest.sha256), in: mapping, after: [AudioKey.file])
    }
    if audio.bytes == nil {
      editor.set(
        AudioKey.bytes, to: .plain("\(digest.bytes)"), in: mapping, after: [AudioKey.file, AudioKey.sha256])
    }
    return editor.edits
  }
}
