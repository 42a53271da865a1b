import CLibYAML
import Diagnostics
import TilawaFormat

/// Reading rows into typed values, against libyaml's parser with nothing done to its events.
let readingBenchmark = Benchmark(
  name: "reading", summary: "100,000 canonical rows into typed values, against libyaml's bare parser"
) {
  let bytes = canonicalSegments(rows: 100_000)
  let megabytes = Double(bytes.count) / 1e6
  let source = SourceText(path: "segments.yaml", bytes: bytes)
  // One comment of a kind that only the full reader understands sends the whole file there.
  let odd = SourceText(path: "segments.yaml", bytes: Array("%YAML 1.2\n---\n".utf8) + bytes)
  var rows = 0
  let times = try medians(
    rounds: 7,
    [
      { countEvents(bytes) },
      { rows = BundleFile(segments: source).content?.rows.count ?? 0 },
      { rows = BundleFile(segments: odd).content?.rows.count ?? 0 },
    ])
  print("  \(rows) rows, \(decimals(megabytes, 1)) MB")
  for (name, seconds) in zip(["libyaml, bare", "typed, fast way", "typed, full reader"], times) {
    print("  \(name): \(decimals(megabytes / seconds, 0)) MB/s, \(decimals(times[0] / seconds, 2)) x libyaml")
  }
}

func canonicalSegments(rows: Int) -> [UInt8] {
  var text = "tilawa: 1\nsegments:\n"
  for row in 0..<rows {
    let start = row * 7
    let extra = row % 3 == 0 ? ", verified: true" : ", confidence: 0.93"
    text += "  - { ayah: \"2:\(row % 286 + 1)\", start: \(start).120, end: \(start + 7).120\(extra) }\n"
  }
  return Array(text.utf8)
}

@inline(never)
private func countEvents(_ bytes: [UInt8]) {
  var parser = yaml_parser_t()
  yaml_parser_initialize(&parser)
  defer { yaml_parser_delete(&parser) }
  bytes.withUnsafeBufferPointer { buffer in
    yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
    var event = yaml_event_t()
    var isDone = false
    while !isDone, yaml_parser_parse(&parser, &event) == 1 {
      isDone = event.type == YAML_STREAM_END_EVENT
      yaml_event_delete(&event)
    }
  }
}
