import TilawaBase
import TilawaFormat

/// The report of `compare` on a consensus.
struct ConsensusReport {
  let consensus: BundleConsensus
  /// Where it goes, as the user named it.
  let output: String

  /// Its contents, and the decisions that are left to people.
  func lines(_ palette: Palette) -> [String] {
    let counts = consensus.files.filter { $0.rows > 0 }.map { file in
      "\(file.kind.fileName) \(file.rows) rows" + (file.verified > 0 ? ", \(file.verified) verified" : "")
    }
    let title = "\(withoutControls(output)): " + (counts.isEmpty ? "no rows" : counts.joined(separator: "; "))
    return ["", title]
      + (consensus.disputes.isEmpty
        ? [] : [palette.paint("not agreed", .strong)] + consensus.disputes.map(Self.line))
  }

  private static func line(_ dispute: BundleConsensus.Dispute) -> String {
    let votes = dispute.votes.enumerated().map { index, vote in
      "\(AgreementReport.letter(index)) \(vote ?? "-")"
    }
    return "\(dispute.start)  \(dispute.place) \(dispute.key ?? "left out")  \(votes.joined(separator: ", "))"
  }

  static let keys: [JSONKey<ConsensusReport>] = [
    .key("files", .list(of: .object(fileKeys)), \.consensus.files, "Each file of the consensus."),
    .key(
      "not_agreed", .list(of: .object(disputeKeys)), \.consensus.disputes,
      "Rows and keys that a person must decide."),
  ]

  private static let fileKeys: [JSONKey<BundleConsensus.File>] = [
    .key(.file, \.kind.fileName), .key(.rowCount, \.rows), .key(.verifiedCount, \.verified),
  ]

  private static let disputeKeys: [JSONKey<BundleConsensus.Dispute>] = [
    .key(.file, \.kind.fileName), .key(.label, \.place), .key(.start, \.start),
    .nullable("field", .text, \.key, "The key that is not agreed; null for the row itself."),
    .key("votes", .list(of: .orNull(.text)), \.votes, "The value in each version."),
  ]
}
