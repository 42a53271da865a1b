package import TilawaBase
package import TilawaQuran
package import TilawaYAML

/// The content of a new `reciter.yaml`.
package struct ReciterDraft: Sendable {
  /// A place from which audio can be fetched.
  package struct Source: Sendable {
    /// Base address; nil when only a folder is known.
    package var url: String?
    /// Name of a file, such as `{surah3}{ayah3}.mp3`.
    package var pattern: String
    /// Encoding.
    package var format: String?
    /// The riwayah, if it isn't the reciter's.
    package var riwayah: Riwayah?
    /// The counting system of the ayat in the names.
    package var numbering: CountingSystem?
    /// Kilobits a second.
    package var bitrate: Int?
    /// A folder with files that were fetched.
    package var cache: String?
    /// Keys of the user's own.
    package var extras: [JSONValue.Member] = []

    /// Files named by `pattern`.
    package init(url: String?, pattern: String) {
      self.url = url
      self.pattern = pattern
    }
  }

  /// The reciter's id.
  package var id: String
  /// Full name in Latin letters.
  package var name: String
  /// A name for narrow columns.
  package var shortName: String?
  /// Full name in Arabic letters.
  package var arabicName: String?
  /// Of recordings and sources that name none.
  package var riwayah: Riwayah?
  /// The way of reading.
  package var style: String?
  /// The preferred one first.
  package var sources: [Source] = []
  /// Address of a picture.
  package var image: String?
  /// Place in lists.
  package var sortOrder: Int?
  /// Keys of the user's own.
  package var extras: [JSONValue.Member] = []

  /// Creates a reciter with only the required values.
  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

extension ReciterDraft {
  /// The whole file in canonical form; also one in a library's folder of reciters.
  package var text: String { YAMLValue.print(yaml) }

  /// The whole file as a value.
  package var yaml: YAMLValue {
    var pairs: [(key: String, value: YAMLValue)] = [
      (FileKey.version, .plain("\(FormatVersion.current)")), (Reciter.keys[\.id], .text(id)),
      (Reciter.keys[\.name], .text(name)),
    ]
    func add(_ key: String, _ value: YAMLValue?) {
      if let value { pairs.append((key: key, value: value)) }
    }
    add(Reciter.keys[\.shortName], shortName.map { .text($0) })
    add(Reciter.keys[\.arabicName], arabicName.map { .text($0) })
    add(Reciter.keys[\.riwayah], riwayah.map { .text($0.rawValue) })
    add(Reciter.keys[\.style], style.map { .text($0) })
    add(Reciter.keys[\.sources], sources.isEmpty ? nil : .rows(sources.map(\.yaml)))
    add(Reciter.keys[\.image], image.map { .text($0) })
    add(Reciter.keys[\.sortOrder], sortOrder.map { .plain("\($0)") })
    return YAMLValue.block(pairs).adding(extras)
  }
}

extension ReciterDraft.Source {
  fileprivate var yaml: YAMLValue {
    var pairs: [(key: String, value: YAMLValue)] = []
    func add(_ key: String, _ value: YAMLValue?) {
      if let value { pairs.append((key: key, value: value)) }
    }
    add(ReciterSource.keys[\.url], url.map { .text($0) })
    add(ReciterSource.keys[\.pattern], .quoted(pattern))
    add(ReciterSource.keys[\.format], format.map { .text($0) })
    add(ReciterSource.keys[\.riwayah], riwayah.map { .text($0.rawValue) })
    add(ReciterSource.keys[\.numbering], numbering.map { .text($0.rawValue) })
    add(ReciterSource.keys[\.bitrate], bitrate.map { .plain("\($0)") })
    add(ReciterSource.keys[\.cache], cache.map { .text($0) })
    return YAMLValue.flow(pairs).adding(extras)
  }
}
