#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Built by `Tests/Trials/hostile/fuzz` only. `TILAWA_FUZZ_TARGET` says which of `FuzzTarget.all` gets what libFuzzer makes up; for `all` their
// names are printed.

// libFuzzer's own start would be called `main`, which the package manager has for itself.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int) -> Int

if getenv("TILAWA_FUZZ_TARGET").map({ String(cString: $0) }) == "all" {
  print(FuzzTarget.all.map(\.name).joined(separator: " "))
  exit(0)
}

private let target: FuzzTarget = {
  let name = getenv("TILAWA_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    let names = FuzzTarget.all.map(\.name).joined(separator: " ")
    fatalError("TILAWA_FUZZ_TARGET is \"\(name)\"; it should be one of \(names)")
  }
  return target
}()

/// Changes an input for libFuzzer. Texts are changed by lines and words two times out of three, and
/// everything else as libFuzzer does. The checksums of Ogg pages and tar headers are corrected.
@_cdecl("LLVMFuzzerCustomMutator")
public func changeInput(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32
) -> Int {
  guard target.isText, seed % 3 != 0 else {
    let changed = mutateBytes(bytes, count, limit)
    if !target.isText, seed % 4 != 0 {
      SoundMutation.mend(UnsafeMutableBufferPointer(start: bytes, count: changed))
      ArchiveMutation.mend(UnsafeMutableBufferPointer(start: bytes, count: changed))
    }
    return changed
  }
  var mutation = TextMutation(seed: UInt64(seed))
  let text = Array(UnsafeBufferPointer(start: bytes, count: count))
  let changed = mutation.changed(text, atMost: limit)
  guard !changed.isEmpty else { return mutateBytes(bytes, count, limit) }
  _ = UnsafeMutableBufferPointer(start: bytes, count: limit).update(fromContentsOf: changed)
  return changed.count
}

// With a folder in `TILAWA_FUZZ_SEEDS` the seeds of the target are written there, and that is all.
if let folder = getenv("TILAWA_FUZZ_SEEDS") {
  try FuzzSeeds.write(target, into: String(cString: folder))
  exit(0)
}
// Nothing that is read here starts a program.
setenv("PATH", "", 1)
var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
let status = runFuzzer(&count, &arguments) { start, count in
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  do { try target.run(input) } catch {
    // libFuzzer keeps the input of a process that ends so.
    fatalError("\(target.name): \(error)")
  }
  return 0
}
exit(status)
