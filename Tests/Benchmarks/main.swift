// What must be fast, each against a floor or a peer in the same run. Times here are noisy: runs are interleaved and medians taken,
// and only ratios are worth reading.

runBenchmarks(Array(CommandLine.arguments.dropFirst()))
