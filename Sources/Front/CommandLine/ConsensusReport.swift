import TilawaBase
import TilawaFormat

/// What `compare` tells of a consensus.
struct ConsensusReport {
  let consensus: BundleConsensus
  /// Where it goes, as the user named it.
  let output: String

  /// What it holds, and what people must decide.
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

  var json: JSONValue {
    [
      "files": JSONValue(consensus.files) { file in
        [
          "file": .string(file.kind.fileName), "row_count": JSONValue(file.rows),
          "verified_count": JSONValue(file.verified),
        ]
      },
      "not_agreed": JSONValue(consensus.disputes) { dispute in
        [
          "file": .string(dispute.kind.fileName), "label": .string(dispute.place),
          "start": .number("\(dispute.start)"), "field": JSONValue(dispute.key),
          "votes": JSONValue(dispute.votes) { JSONValue($0) },
        ]
      },
    ]
  }
}
