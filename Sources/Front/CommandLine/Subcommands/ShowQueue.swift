import ArgumentParser

struct ShowQueue: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue",
    abstract: "Print what would be played, in order, with times.",
    discussion: """
      Combines the settings of playback.yaml in the library, one of its profiles, and options; looks up what the library \
      has; and prints one line for everything that would be heard: when it begins, the ayah, which repetition it is, how \
      long it lasts, the file, start and end in it, and the reciter. Silences have lines of their own.

        tilawa queue 67:1-5 --ayah-repeats 3 --gap 0.5
        tilawa queue --pages 562 --speed 1.25 --range-repeats infinite --for 30m
        tilawa queue 78 --memorise --each 5 --window 3 --window-repeats 4
        tilawa queue --from due --missing fill
        tilawa queue --resume

      --resume goes on where the journal says that you stopped, with the same reciter, profile, speed, gap and repeats; \
      options change these.

      What is missing is reported first. The basmalah comes before a surah, from the reciter's own recordings, and never \
      before surah 9.

      A queue with infinite repeats has no end: it needs --for, or --jsonl, which goes on for as long as somebody reads.

      Exit status: 0 printed; 1 there is nothing to play or to resume, something is missing and the settings say cancel, or faults were \
      reported; 2 wrong usage, or the settings or the library can't be read.
      """)

  @OptionGroup var arguments: QueueArguments

  @OptionGroup var journal: JournalArguments

  @Flag(help: "Go on where you stopped.") var resume = false

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
