public import TilawaBase
public import TilawaYAML

/// One kind of YAML document that the format describes: its name, place, keys, the identity of its rows, and
/// its rules.
///
/// Checking, the canonical form, schemas, the tables of `spec/`, comparing, merging, and the settings for git
/// and editors follow from this value. None of them refers to a kind by name.
public struct DocumentKind: Sendable {
  /// The place of a document.
  public enum Place: Hashable, Sendable {
    /// In a bundle, under the kind's name.
    case bundle
    /// At this path from the library's folder.
    case file(String)
    /// Each `.yaml` file in the folder at this path from the library's.
    case folder(String)
  }

  /// The name of the kind, which is that of its schema, and of its file without the extension.
  public let name: String
  /// The places of its documents. A new one goes to the first place.
  public let places: [Place]
  /// The rules for its documents, in addition to its declaration.
  public let rules: [DocumentRule]
  /// Its lists of mappings, in the order of their keys.
  public let lists: [DocumentList]
  let declaration: ObjectDeclaration
  /// Returns what accompanies a document in the folder at a path, for its rules. Nil for kinds without
  /// companions.
  let companion: (@Sendable (String) -> any Sendable)?
  private let reading: @Sendable (DocumentKind, SourceText) -> ReadDocument

  init<Content: FileContent>(
    _ name: String, _: Content.Type, at places: Place..., rules: [DocumentRule] = [],
    beside companion: (@Sendable (String) -> any Sendable)? = nil
  ) {
    self.name = name
    self.places = places
    let isPersonal = places.allSatisfy { $0.isIn(Self.journalName) }
    self.rules = rules + (isPersonal ? [.journalTracked(Content.self)] : [])
    self.companion = companion
    declaration = Content.declaration
    lists = declaration.fields.compactMap { DocumentList($0) }
    reading = { ReadDocument($0, BundleFile<Content>.reading($1)) }
  }

  /// Reads a text of this kind. Never fails: what can't be read is among its diagnostics.
  public func read(_ source: SourceText) -> ReadDocument { reading(self, source) }

  /// Returns the faults in the YAML and the shape of a text of this kind.
  public func diagnostics(of source: SourceText) -> [Diagnostic] { read(source).diagnostics }
}

extension DocumentKind: Hashable {
  /// A name stands for one kind.
  public static func == (a: Self, b: Self) -> Bool { a.name == b.name }
  /// By its name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// MARK: - What it holds

extension DocumentKind {
  /// The purpose of the kind, in a sentence.
  public var meaning: String { declaration.meaning }

  /// Its top-level keys, in the order in which `fmt` writes them.
  public var fieldNames: [String] { declaration.fields.map(\.key) }

  /// Its values that a program may have heard, each with where it says so.
  public var heardKeys: [HeardKey] { declaration.heardKeys }

  /// The list behind a key, if it holds one.
  public func list(_ key: String) -> DocumentList? { lists.first { $0.key == key } }

  /// The list whose rows have a place in time; nil for kinds that have none.
  public var timedList: DocumentList? { lists.first { $0.startKey != nil } }

  /// Returns the canonical text of a declared scalar; nil if the general rule for text applies.
  ///
  /// `path` contains the keys that lead to it, with `[]` for any item of a list.
  public func canonicalText(of scalar: YAMLScalar, at path: [String]) -> String? {
    declaration.field(at: path)?.canonical(scalar)
  }

  /// Returns a whole new document with these values after its version. Required lists are included, and empty
  /// unless they are given.
  package func text(_ values: [(key: String, value: YAMLValue)] = []) -> String {
    let given = [(key: FileKey.version, value: YAMLValue.plain("\(FormatVersion.current)"))] + values
    let lists = declaration.fields.filter { field in
      field.isRequired && (field.holdsRows || field.holdsBlocks) && !given.contains { $0.key == field.key }
    }
    return YAMLValue.print(.block(given + lists.map { (key: $0.key, value: .rows([])) }))
  }
}

// MARK: - Where it lies

extension DocumentKind {
  /// The folder of what is personal in a library.
  public static let journalName = "journal"

  /// True if its documents are personal and never shared by default. They are in the journal.
  public var isPersonal: Bool { places.allSatisfy { $0.isIn(Self.journalName) } }

  /// Its name in its folder; of a kind with several files the name of its schema.
  public var fileName: String { "\(name).yaml" }

  /// True if its documents are in bundles, possibly among other places.
  public var isOfBundles: Bool { places.contains(.bundle) }

  /// Its path from the library's folder; nil for kinds with several files.
  public var path: String? {
    for case .file(let path) in places { return path }
    return nil
  }

  /// As git and editors match its files from the top of a library.
  public var patterns: [String] {
    places.map { place in
      switch place {
      case .bundle: "**/*.tilawa/\(fileName)"
      case .file(let path): "**/\(path)"
      case .folder(let path): "**/\(path)/*.yaml"
      }
    }
  }
}

extension DocumentKind.Place {
  fileprivate func isIn(_ folder: String) -> Bool {
    switch self {
    case .bundle: false
    case .file(let path), .folder(let path): path.begins(with: "\(folder)/")
    }
  }
}
