package import TilawaExchange
package import TilawaFormat

/// What is to be converted, and how.
package struct ConversionRequest: Sendable {
  /// As the user named them; `-` is standard input.
  package var inputs: [String]
  /// As the user named it; `-` is standard output.
  package var output: String
  /// What the inputs are, where their names don't tell.
  package var from: ForeignFormat?
  /// What the output shall be.
  package var to: ForeignFormat?
  package var reading = ReadingOptions()
  package var writing = WritingOptions()
  /// Whether what is personal of a library goes along, where the format has a place for it.
  package var takesJournal = false
  /// The text that subtitles show: the id of one of the library, else a file, as the user named it; nil for labels.
  package var captionText: String?
  /// How many letters a line of it has at most.
  package var captionWidth = CaptionText.defaultWidth
  /// The audio of new bundles: a file, or for a set a folder, as the user named it.
  package var audio: String?
  /// Whether nothing is written where anything would be lost.
  package var isStrict = false
  /// Whether the user has agreed beforehand to what gets lost, and to what lint finds errors in.
  package var isAgreed = false
  /// What becomes of verified rows of a bundle that is there.
  package var updating = FileUpdate.Policy()
  /// What is said of the recording of a new bundle; its id is another each time, unless the user gave it.
  package var facts: @Sendable () throws -> AudioImport.Facts
  /// Whether title or id are among these.
  package var hasName = false
  /// Whether the id is.
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

/// Why nothing is converted.
package enum ConversionRefusal: Sendable {
  /// Something was found, and the request is strict.
  case warnings
  /// Something would be lost, and the request is strict.
  case losses
  /// What came back into a bundle has faults.
  case faulty(bundle: String, input: String)
  /// One of the files can't be compared row by row.
  case unmergeable(FileMerge.Unmergeable)
}

/// What somebody must agree to before it is carried out.
package enum ConversionQuestion: Sendable {
  /// Files would be replaced that say something else than would be written: the first of them, and how many more.
  case replaces(path: String, more: Int)
  /// More than half of the rows of a file would go.
  case removes(rows: Int, of: Int, file: String, input: String)
}
