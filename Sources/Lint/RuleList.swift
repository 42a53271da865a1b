package import TilawaBase
import TilawaFormat
import TilawaYAML

extension Rule {
  /// Every rule, in the order of the pages of `spec/`.
  package static let all: [Rule] =
    [
      .unknownSuppression,

      .riwayahMissing, .numberingUnstated, .notComplete, .importedBeforeRecorded, .noSuchPassage,
      .outsidePassage,
      .reciterMismatch, .riwayahMismatch, .countUnknown,

      .audioOutsideBundle, .audioLinkOutside, .audioMissing, .audioPointer, .audioUnreadable, .sizeMismatch,
      .checksumMismatch, .durationMismatch, .audioPropertiesDiffer, .urlWithoutChecksum,

      .badPlaceholder, .patternWithoutSurah, .sourceListedTwice, .sourceRiwayahMissing,

      .markersOutOfOrder, .markersCoincide, .markerEndsEarly, .markerOverlapsNext, .markerPastEnd,
      .markerNoSuchAyah,
      .markerUnassigned, .markerSkipsAyah, .markerWrongNumberOfJoins, .markerJoinOutside,
      .markerJoinsOnOneAyah, .markerRakahBackwards,

      .segmentsOutOfOrder, .segmentEndsEarly, .segmentsOverlap, .gapInSurah, .segmentPastEnd, .noSuchAyah,
      .ayahMissing, .ayahRepeated, .rangeBackwards, .crossSurahWithoutJoins, .wrongNumberOfJoins,
      .joinOutside,
      .implausibleLength, .joinsOnOneAyah, .markedAndSaved, .segmentTimeStray,
      .rakahBackwards,

      .wordsOutOfOrder, .wordEndsEarly, .wordsOverlap, .noSuchWord, .wordOutsideSegment, .wordPastEnd,
      .wordTimeStray,

      .duplicateID, .reciterDefinedTwice, .sameAudio, .reciterFiledTwice,

    ] + ofDocuments

  /// The rules that kinds of documents declare, each once although several kinds may share it.
  private static var ofDocuments: [Rule] {
    var known: Set<String> = []
    return DocumentKind.builtIn.flatMap { kind in kind.rules.map { Rule($0, of: kind) } }
      .filter { known.insert($0.id.code).inserted }
  }
}

extension RuleID {
  /// The rules of every family, those that reading finds among them, in the order of the pages of `spec/`.
  package static let all: [RuleID] = YAMLRules.all + FormatRules.all + Rule.all.map(\.id)

  /// The rules in ``all``, and those of document kinds that were registered.
  static var known: [RuleID] {
    all + DocumentKind.all.dropFirst(DocumentKind.builtIn.count).flatMap { $0.rules.map(\.id) }
  }
}
