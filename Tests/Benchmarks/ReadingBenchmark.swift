import TilawaBase
import TilawaCYAML
import TilawaFormat

/// Reading rows into typed values, against libyaml's parser with nothing done to its events.
let readingBenchmark = Benchmark(
  name: "reading",
  summary: "1,000 canonical files of 300 rows into typed values, against libyaml's bare parser"
) {
  let bytes = canonicalSegments(rows: 300)
  let files = 1_000
  let megabytes = Double(bytes.count * files) / 1e6
  let source = SourceText(path: "segments.yaml", bytes: bytes)
  // Rows that are indented with care by a person are for the full reader.
  let odd = SourceText(
    path: "segments.yaml",
    bytes: Array(String(decoding: bytes, as: UTF8.self).replacing("{ ayah", with: "{ \tayah").utf8))
  var rows = 0
  let times = try medians(
    rounds: 7,
    [
      { for _ in 0..<files { countEvents(bytes) } },
      { for _ in 0..<files { rows += BundleFile(segments: source).content?.rows.count ?? 0 } },
      { for _ in 0..<files / 10 { rows += BundleFile(segments: odd).content?.rows.count ?? 0 } },
    ])
  print("  \(rows) rows in all, \(decimals(megabytes, 1)) MB a run")
  for (name, seconds) in zip(
    ["libyaml, bare", "typed, fast way", "typed, full reader"], [times[0], times[1], times[2] * 10])
  {
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
