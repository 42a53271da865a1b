/// The arguments after the name of a benchmark.
struct BenchmarkOptions: Sendable {
  /// The file of the model that all are marked with, if not the one that ships.
  private(set) var model: String?
  /// The folder of models that were trained without a reciter, as Tests/Trials/data/network writes them. Each
  /// is named by the first word of the recordings' file names.
  private(set) var withoutReciter: String?
  private(set) var flags: Set<String> = []
  /// The arguments that aren't options.
  private(set) var values: [String] = []
  private let benchmark: String

  /// Throws when there is an option that the benchmark doesn't have.
  init(_ arguments: [String], takingModels: Bool = false, flags known: Set<String> = []) throws {
    benchmark = arguments.first ?? ""
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "--model" where takingModels && !rest.isEmpty: model = rest.popFirst()
      case "--without-reciter" where takingModels && !rest.isEmpty: withoutReciter = rest.popFirst()
      case _ where known.contains(argument): flags.insert(argument)
      case _ where argument.hasPrefix("--"):
        throw ManifestError("\(benchmark) takes no option \"\(argument)\"")
      default: values.append(argument)
      }
    }
    guard withoutReciter == nil || model == nil else {
      throw ManifestError("--without-reciter and --model exclude each other")
    }
  }

  /// The folder that a benchmark of recordings goes through.
  func folder() throws -> String {
    guard let folder = values.first else { throw ManifestError("usage: Benchmarks \(benchmark) FOLDER") }
    return folder
  }
}
