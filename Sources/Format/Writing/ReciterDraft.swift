package import TilawaBase
package import TilawaQuran
package import TilawaYAML

/// What a new `reciter.yaml` is to say.
package struct ReciterDraft: Sendable {
  /// A place from which audio can be fetched.
  package struct Source: Sendable {
    /// Base address; nil when only a folder is known.
    package var url: String?
    /// Name of a file, such as `{surah3}{ayah3}.mp3`.
    package var pattern: String
    /// Encoding.
    package var format: String?
    /// When it isn't the reciter's.
    package var riwayah: Riwayah?
    /// How ayat are counted in the names.
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

  /// A reciter of whom no more is known.
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
      (Reciter.version.key, .plain("\(FormatVersion.current)")), (Reciter.id.key, .text(id)),
      (Reciter.name.key, .text(name)),
    ]
    func add(_ key: String, _ value: YAMLValue?) {
      if let value { pairs.append((key: key, value: value)) }
    }
    add(Reciter.shortName.key, shortName.map { .text($0) })
    add(Reciter.arabicName.key, arabicName.map { .text($0) })
    add(Reciter.riwayah.key, riwayah.map { .text($0.rawValue) })
    add(Reciter.style.key, style.map { .text($0) })
    add(Reciter.sources.key, sources.isEmpty ? nil : .rows(sources.map(\.yaml)))
    add(Reciter.image.key, image.map { .text($0) })
    add(Reciter.sortOrder.key, sortOrder.map { .plain("\($0)") })
    return YAMLValue.block(pairs).adding(extras)
  }
}

extension ReciterDraft.Source {
  fileprivate var yaml: YAMLValue {
    var pairs: [(key: String, value: YAMLValue)] = []
    func add(_ key: String, _ value: YAMLValue?) {
      if let value { pairs.append((key: key, value: value)) }
    }
    add(ReciterSource.url.key, url.map { .text($0) })
    add(ReciterSource.pattern.key, .quoted(pattern))
    add(ReciterSource.format.key, format.map { .text($0) })
    add(ReciterSource.riwayah.key, riwayah.map { .text($0.rawValue) })
    add(ReciterSource.numbering.key, numbering.map { .text($0.rawValue) })
    add(ReciterSource.bitrate.key, bitrate.map { .plain("\($0)") })
    add(ReciterSource.cache.key, cache.map { .text($0) })
    return YAMLValue.flow(pairs).adding(extras)
  }
}
