import TilawaBase
import TilawaFormat
import TilawaYAML

/// The place of something in a file of a bundle that was checked before, without the file's text. For a
/// hundred thousand bundles the texts would be too much to keep.
struct KnownPlace {
  /// The bundle, or the file in `reciters/`, as it is shown to the user.
  let bundle: String
  private let file: String
  private let shownFile: String
  private let range: Range<Int>

  init(_ bundle: TilawaBundle, _ kind: FileKind, _ value: Located<some Sendable>) {
    self.bundle = bundle.shownPath
    file = bundle.isReciterFile ? bundle.path : "\(bundle.path)/\(kind.fileName)"
    shownFile = bundle.isReciterFile ? bundle.shownPath : "\(bundle.shownPath)/\(kind.fileName)"
    range = value.range
  }

  /// Reads the file again.
  var place: Place {
    guard let bytes = try? FileContents.read(file, atMost: YAMLRules.maximumBytes),
      range.upperBound <= bytes.count
    else { return Place(path: shownFile) }
    return Place(SourceText(path: shownFile, bytes: bytes), range)
  }
}
