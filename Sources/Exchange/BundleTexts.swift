import Diagnostics
import QuranIndex
package import TilawaFormat
import YAMLDocuments

extension AnnotatedRecording {
  /// The files of a new bundle that says all of it, in canonical form; of those that hold rows only the ones with any.
  package var bundleTexts: [(kind: FileKind, text: String)] {
    var texts: [(kind: FileKind, text: String)] = [(.recording, recordingText)]
    if let reciter, RecordingDraft.isIdentifier(reciter.id), !reciter.name.isEmpty {
      texts.append((.reciter, YAMLValue.print(reciter.yaml)))
    }
    if !segments.isEmpty { texts.append((.segments, segmentsText)) }
    if !markers.isEmpty { texts.append((.markers, markersText)) }
    if !words.isEmpty { texts.append((.words, wordsText)) }
    return texts
  }

  /// `recording.yaml`.
  package var recordingText: String { YAMLValue.print(facts.yaml.adding(extras)) }

  /// `segments.yaml`.
  package var segmentsText: String {
    Self.text("segments", segments.map { $0.row.yaml.exactly($0.row.confidence).adding($0.extras) })
  }

  /// `markers.yaml`.
  package var markersText: String {
    Self.text("markers", markers.map { $0.row.yaml.exactly($0.row.confidence).adding($0.extras) })
  }

  /// `words.yaml`.
  package var wordsText: String {
    Self.text("words", words.map { $0.row.yaml.exactly($0.row.confidence).adding($0.extras) })
  }

  private static func text(_ key: String, _ rows: [YAMLValue]) -> String {
    YAMLValue.print(
      .block([(key: "tilawa", value: .plain("\(FormatVersion.current)")), (key: key, value: .rows(rows))]))
  }
}

extension YAMLValue {
  func adding(_ extras: [ExtraKey]) -> YAMLValue {
    let more = extras.map { (key: $0.key, value: $0.value.yaml) }
    switch self {
    case .flow(let pairs): return .flow(pairs + more)
    case .block(let pairs): return .block(pairs + more)
    default: return self
    }
  }

  /// The confidence as exact as it is known: tools of ours write two decimals, others more.
  fileprivate func exactly(_ confidence: Double?) -> YAMLValue {
    guard let confidence, Double(confidenceText(confidence)) != confidence, case .flow(let pairs) = self
    else {
      return self
    }
    return .flow(
      pairs.map { $0.key == "confidence" ? (key: $0.key, value: .plain("\(confidence)")) : $0 })
  }
}

extension ReciterProfile {
  /// `reciter.yaml`, or a file in a library's folder of reciters.
  package var text: String { YAMLValue.print(yaml) }

  fileprivate var yaml: YAMLValue {
    var pairs: [(key: String, value: YAMLValue)] = [
      ("tilawa", .plain("\(FormatVersion.current)")), ("id", .text(id)), ("name", .text(name)),
    ]
    func add(_ key: String, _ value: YAMLValue?) {
      if let value { pairs.append((key: key, value: value)) }
    }
    add("short_name", shortName.map { .text($0) })
    add("arabic_name", arabicName.map { .text($0) })
    add("riwayah", riwayah.map { .text($0.rawValue) })
    add("style", style.map { .text($0) })
    add("sources", sources.isEmpty ? nil : .rows(sources.map(\.yaml)))
    add("image", image.map { .text($0) })
    add("sort_order", sortOrder.map { .plain("\($0)") })
    return YAMLValue.block(pairs).adding(extras)
  }
}

extension ReciterProfile.Source {
  fileprivate var yaml: YAMLValue {
    var pairs: [(key: String, value: YAMLValue)] = []
    func add(_ key: String, _ value: YAMLValue?) {
      if let value { pairs.append((key: key, value: value)) }
    }
    add("url", url.map { .text($0) })
    add("pattern", .quoted(pattern))
    add("format", format.map { .text($0) })
    add("riwayah", riwayah.map { .text($0.rawValue) })
    add("numbering", numbering.map { .text($0.rawValue) })
    add("bitrate", bitrate.map { .plain("\($0)") })
    add("cache", cache.map { .text($0) })
    return YAMLValue.flow(pairs).adding(extras)
  }
}
