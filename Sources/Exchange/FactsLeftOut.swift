package import TilawaBase
import TilawaFormat

extension AnnotatedRecording {
  /// Reports facts about the recording as a whole that differ from the bundle's. Rows that are added to a
  /// bundle change only its rows.
  ///
  /// `carried` is the bundle's content as the format can carry it, in all ways of writing it. Facts that came
  /// back unchanged are not reported.
  package func tellFacts(
    besides ours: AnnotatedRecording, carried: [AnnotatedRecording], at place: Place, _ report: ExchangeReport
  ) {
    let known = ours.comparedFacts
    let given = carried.flatMap(\.comparedFacts)
    let names = [
      ours.reciterName, ours.facts.reciter, ours.reciter?.name, ours.reciter?.shortName,
      ours.reciter?.arabicName,
    ]
    for fact in comparedFacts where !known.contains(fact) && !given.contains(fact) {
      if fact.key == "reciter_name", names.contains(reciterName) { continue }
      let old = known.first { $0.key == fact.key }?.value.plainText
      report.add(
        .unplaced,
        "\(fact.key) is \"\(fact.value.plainText.prefix(80))\"; the bundle keeps "
          + (old.map { "\"\($0.prefix(80))\"" } ?? "none"), at: place)
    }
  }

  /// Without those that its rows, its audio and the user decide.
  private var comparedFacts: [JSONValue.Member] {
    let decided: Set<String> = [
      FileKey.audio, FileKey.numbering, FileKey.passage, FileKey.passageHeard, FileKey.status, "x-audio-file",
    ]
    return factMembers.filter { !decided.contains($0.key) }
  }
}
