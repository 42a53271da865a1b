import ArgumentParser

struct ShowQueue: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue",
    abstract: "Print what would be played, in order, with times.",
    discussion: """
      Prints one line per item: time, ayah, repetition, length, file, start and \
      end in it, reciter. Missing ayat are reported first; an endless queue needs --for or --jsonl.

        tilawa queue 67:1-5 --ayah-repeats 3 --gap 0.5
        tilawa queue --resume

      Exit status: 0 printed; 1 nothing to play, or faults; 2 wrong usage or failure.
      """)

  @OptionGroup var arguments: QueueArguments

  @OptionGroup var journal: JournalArguments

  @Flag(help: "Resume where you stopped.") var resume = false

  @OptionGroup var output: JSONArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    if resume {
      return try ResumedListening(arguments: arguments, journal: journal, way: .printing(output)).run(
        in: terminal)
    }
    return try QueueReport.print(
      try arguments.open(in: terminal, journal: journal, takesPublished: true), as: output, in: terminal)
  }
}
