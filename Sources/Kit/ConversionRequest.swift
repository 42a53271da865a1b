package import TilawaExchange
package import TilawaFormat

/// A request for a conversion, with its options.
package struct ConversionRequest: Sendable {
  /// The inputs as the user named them; `-` is standard input.
  package var inputs: [String]
  /// The output as the user named it; `-` is standard output.
  package var output: String
  /// The format of the inputs, if their names don't determine it.
  package var from: ForeignFormat?
  /// The format of the output.
  package var to: ForeignFormat?
  package var reading = ReadingOptions()
  package var writing = WritingOptions()
  /// True if personal data of a library are exported, if the format has a place for them.
  package var takesJournal = false
  /// The text in subtitles: the id of a text of the library, or else a file, as the user named it. Nil for
  /// labels.
  package var captionText: String?
  /// The maximum number of letters in a line of subtitles.
  package var captionWidth = CaptionText.defaultWidth
  /// The audio of new bundles: a file, or for a set a folder, as the user named it.
  package var audio: String?
  /// True if nothing is written in case anything would be lost.
  package var isStrict = false
  /// True if the user has agreed beforehand to losses, and to errors that lint finds.
  package var isAgreed = false
  /// The treatment of verified rows of an existing bundle.
  package var updating = FileUpdate.Policy()
  /// Returns the facts about the recording of a new bundle. Each time, its id is a new one, unless the user
  /// gave it.
  package var facts: @Sendable () throws -> AudioImport.Facts
  /// True if the facts contain a title or an id from the user.
  package var hasName = false
  /// True if the facts contain an id from the user.
  package var hasID = false
  package var standardInput: @Sendable () throws -> [UInt8]

  package init(
    _ inputs: [String], into output: String, facts: @escaping @Sendable () throws -> AudioImport.Facts,
    standardInput: @escaping @Sendable () throws -> [UInt8] = { [] }
  ) {
    self.inputs = inputs
    self.output = output
    self.facts = facts
    self.standardInput = standardInput
  }
}

/// The reason why nothing is converted.
package enum ConversionRefusal: Sendable {
  /// There are findings, and the request is strict.
  case warnings
  /// There would be losses, and the request is strict.
  case losses
  /// The file to update a bundle from has faults.
  case faulty(bundle: String, input: String)
  /// One of the files can't be compared row by row.
  case unmergeable(FileMerge.Unmergeable)
}

/// A question that a person must answer before the conversion is carried out.
package enum ConversionQuestion: Sendable {
  /// Files with other contents would be replaced: the first of them, and the number of others.
  case replaces(path: String, more: Int)
  /// More than half of the rows of a file would be removed.
  case removes(rows: Int, of: Int, file: String, input: String)
}
