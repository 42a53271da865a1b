import TilawaBase
import TilawaFormat
import TilawaKit

extension Mark {
  /// `mark --rakah`: numbers the rak'at by the rows that are named.
  func countRakat(_ found: FoundBundle, _ terminal: Terminal) throws -> Outcome {
    var plan = try BundlePlan.countingRakat(found)
    if dryRun, !json { terminal.write(plan.diff) }
    if !dryRun { plan = try plan.apply() }
    let report = RakahReport(plan.content, of: found.shownPath, isDryRun: dryRun)
    if json { terminal.write(RakahReport.shape.document(of: report)) }
    for line in report.lines { terminal.say(line) }
    for line in report.complaints { terminal.complain("tilawa: \(line)") }
    return report.complaints.isEmpty ? .done : .findings
  }
}

/// The report of `mark --rakah`.
struct RakahReport {
  private let counting: RakahCounting
  private let bundle: String
  private let isDryRun: Bool

  fileprivate init(_ counting: RakahCounting, of bundle: String, isDryRun: Bool) {
    (self.counting, self.bundle, self.isDryRun) = (counting, bundle, isDryRun)
  }

  var lines: [String] {
    counting.beginnings.map { beginning in
      "rak'ah \(beginning.rakah) begins at \(beginning.row.start), \(reason(of: beginning.ground)) "
        + "(confidence \(confidenceText(beginning.ground.confidence.inHundredths)))"
    } + [
      "\(bundle): \(counted(counting.beginnings.count(where: \.isNew), "row")) \(isDryRun ? "would be " : "")numbered"
    ]
  }

  var complaints: [String] {
    var complaints = counting.untold.map {
      "\($0.row.label) at \($0.row.start) is confirmed and was not changed; add rakah: \($0.rakah) by hand"
    }
    if let (row, ground) = counting.doubtful {
      let doubt =
        ground == .late
        ? "begins a rak'ah with an unknown number, because another surah precedes it; add rakah: by hand"
        : "may begin another rak'ah or be a repetition: neither a takbir nor another surah precedes it"
      complaints.append("\(row.label) at \(row.start) \(doubt); nothing after it was numbered")
    }
    if counting.beginnings.isEmpty, counting.doubtful == nil {
      complaints.append(
        "cannot find where a rak'ah begins: no row of \(bundle) is the start of al-Fatihah")
    }
    guard let prayer = counting.prayer else {
      return complaints + [
        "recording.yaml does not name the prayer; add prayer: to it, such as prayer: fajr"
      ]
    }
    if let usual = prayer.rakaat, let last = counting.beginnings.last?.rakah, counting.doubtful == nil,
      last != usual
    {
      complaints.append(
        last < usual
          ? "\(prayer.rawValue) has \(usual) rak'at, and \(last) \(last == 1 ? "is" : "are") heard; those recited silently cannot be detected"
          : "\(prayer.rawValue) has \(usual) rak'at, and \(last) are heard")
    }
    return complaints
  }

  static let shape = OutputShape<RakahReport>(
    "mark",
    [
      .key(.bundle, \.bundle), .nullable(.prayer, \.counting.prayer),
      .key(
        "rakat", .list(of: .object(beginningKeys)),
        { report in report.counting.beginnings.map { ($0, report.isDryRun) } }, "Beginnings of rak'at."),
      .nullable(
        "doubtful", .time, { $0.counting.doubtful?.row.start },
        "Places where a rak'ah may begin, and after which nothing is numbered."),
    ])

  private static let beginningKeys: [JSONKey<(beginning: RakahCounting.Beginning, isDryRun: Bool)>] = [
    .key(.rakah, { $0.beginning.rakah }), .key(.start, { $0.beginning.row.start }),
    .key(.confidence, { confidenceText($0.beginning.ground.confidence.inHundredths) }),
    .key(
      "written", .flag, { $0.beginning.isNew && !$0.isDryRun },
      "True if the number of a rak'ah was written into a row."),
  ]

  private func reason(of ground: RakahCounting.Ground) -> String {
    switch ground {
    case .stated: "as its row says"
    case .first: "with the first al-Fatihah"
    case .phrase: "with al-Fatihah after a takbir or the like"
    case .surah: "with al-Fatihah after another surah"
    case .nothing, .late: "with al-Fatihah again"
    }
  }
}
