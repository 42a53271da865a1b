/// What stands after the name of a benchmark.
struct BenchmarkOptions: Sendable {
  /// Whether each recording is marked with a model that never heard its reciter.
  private(set) var leavesReciterOut = false
  /// The file of the model that all are marked with, if not the one that ships.
  private(set) var model: String?
  /// The folder of networks that never heard a reciter, as Tests/Trials/data/network writes them, by the first word of files' names.
  private(set) var networks: String?
  private(set) var flags: Set<String> = []
  /// What is no option.
  private(set) var values: [String] = []
  private let benchmark: String

  /// Throws when there is an option that the benchmark doesn't have.
  init(_ arguments: [String], takingModels: Bool = false, flags known: Set<String> = []) throws {
    benchmark = arguments.first ?? ""
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "--leave-reciter-out" where takingModels: leavesReciterOut = true
      case "--model" where takingModels && !rest.isEmpty: model = rest.popFirst()
      case "--networks" where takingModels && !rest.isEmpty: networks = rest.popFirst()
      case _ where known.contains(argument): flags.insert(argument)
      case _ where argument.hasPrefix("--"):
        throw ManifestError("\(benchmark) takes no option \"\(argument)\"")
      default: values.append(argument)
      }
    }
    guard !leavesReciterOut || model == nil else {
      throw ManifestError("--leave-reciter-out and --model exclude each other")
    }
    guard networks == nil || leavesReciterOut else {
      throw ManifestError("--networks goes with --leave-reciter-out")
    }
  }

  /// The folder that a benchmark of recordings goes through.
  func folder() throws -> String {
    guard let folder = values.first else { throw ManifestError("usage: Benchmarks \(benchmark) FOLDER") }
    return folder
  }
}
