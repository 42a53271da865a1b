// The one file that knows which C library it talks to. Everything else in this room, and in the rooms
// to its right, calls what stands here.

#if canImport(Glibc)
  // `environ` is a plain global variable there.
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The `errno` of a call that failed, read right after it.
struct SystemFault: Error, Hashable, Sendable {
  let code: Int32

  static var last: SystemFault { SystemFault(code: errno) }

  static let exists = SystemFault(code: EEXIST)
  static let isDirectory = SystemFault(code: EISDIR)
  static let permission = SystemFault(code: EACCES)
  static let linkLoop = SystemFault(code: ELOOP)

  /// There is nothing under that name.
  var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  var isTaken: Bool { code == EEXIST || code == ENOTEMPTY }
  var isBusy: Bool { code == EWOULDBLOCK }
  var isOtherDevice: Bool { code == EXDEV }
  /// This file system can't do what was asked, whoever asks.
  var isUnsupported: Bool {
    code == EINVAL || code == ENOTSUP || code == EOPNOTSUPP || code == ENOLCK || code == EBADF
      || code == ENOSYS
  }

  /// In a few words, lower case.
  var text: String {
    switch code {
    case ENOENT: return "no such file or folder"
    case EACCES, EPERM: return "permission denied"
    case EISDIR: return "it is a folder"
    case ENOTDIR: return "a part of the path is no folder"
    case EEXIST, ENOTEMPTY: return "it exists already"
    case ENOSPC: return "no space is left on the device"
    case EDQUOT: return "the disk quota is used up"
    case EROFS: return "the file system is read-only"
    case ELOOP: return "too many symbolic links"
    case ENAMETOOLONG: return "the name is too long"
    case EMFILE, ENFILE: return "too many files are open"
    case EIO: return "the device reports an input/output error"
    case EINVAL: return "the file system doesn't allow it"
    default:
      var buffer = [CChar](repeating: 0, count: 256)
      strerror_r(code, &buffer, buffer.count)
      let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      return text.isEmpty ? "system error \(code)" : text.prefix(1).lowercased() + text.dropFirst()
    }
  }
}

/// An open file or folder, closed when it is let go of.
struct Descriptor: ~Copyable {
  let number: Int32

  /// Takes over an open descriptor.
  init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// What to open for.
  enum Purpose {
    case reading
    case readingFolder
    /// A new file; fails when the name is taken, by a dangling link too.
    case creating(mode: UInt32)
    /// An existing pipe or device.
    case writing
  }

  init(_ path: String, for purpose: Purpose) throws(SystemFault) {
    // A zero byte would end the path early and open another file.
    guard !path.utf8.contains(0) else { throw SystemFault(code: ENOENT) }
    let number =
      switch purpose {
      // Without O_NONBLOCK a named pipe in place of a file would hang the program.
      case .reading: retrying { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
      case .readingFolder: retrying { open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
      case .creating(let mode):
        retrying { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(mode)) }
      case .writing: retrying { open(path, O_WRONLY | O_CLOEXEC) }
      }
    guard number >= 0 else { throw .last }
    self.number = number
  }

  /// Reads what fits; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemFault) -> Int {
    try System.read(from: number, into: buffer)
  }

  func write(_ bytes: [UInt8]) throws(SystemFault) {
    try System.write(bytes, to: number)
  }

  func status() throws(SystemFault) -> FileStatus {
    var result = stat()
    guard fstat(number, &result) == 0 else { throw .last }
    return FileStatus(result)
  }

  /// Waits until the bytes are on the disk, as far as the system tells.
  func sync() throws(SystemFault) {
    #if canImport(Darwin)
      if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    guard retrying({ fsync(number) }) == 0 else { throw .last }
  }

  /// As `sync`, but quiet about file systems that can't do this for folders.
  func syncFolder() throws(SystemFault) {
    do { try sync() } catch  where error.isUnsupported {}
  }

  func setMode(_ mode: UInt32) throws(SystemFault) {
    guard fchmod(number, mode_t(mode)) == 0 else { throw .last }
  }

  /// Best effort: only root may give files away.
  func setOwner(_ owner: UInt32, group: UInt32) {
    _ = fchown(number, owner, group)
  }

  /// Advisory, exclusive, gone when the descriptor is closed or the process ends however it ends.
  func lock(waiting: Bool) throws(SystemFault) {
    guard retrying({ flock(number, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) }) == 0 else { throw .last }
  }
}

/// Calls again when a signal came in between.
private func retrying(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// The calls of the system, with `errno` as a thrown value.
enum System {
  static func read(from number: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemFault) -> Int
  {
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(number, buffer.baseAddress, buffer.count)
      #else
        let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last }
    }
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to number: Int32) throws(SystemFault) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      #if canImport(Darwin)
        let count = Darwin.write(number, part.baseAddress, part.count)
      #else
        let count = Glibc.write(number, part.baseAddress, part.count)
      #endif
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Somebody made the terminal or pipe non-blocking; wait until it takes more.
        var wait = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  static func write(_ bytes: [UInt8], to number: Int32) throws(SystemFault) {
    try bytes.span.withUnsafeBytes { (buffer) throws(SystemFault) in try write(buffer, to: number) }
  }

  static func status(of path: String, followingLinks: Bool) throws(SystemFault) -> FileStatus {
    var result = stat()
    guard (followingLinks ? stat(path, &result) : lstat(path, &result)) == 0 else { throw .last }
    return FileStatus(result)
  }

  static func rename(_ old: String, to new: String) throws(SystemFault) {
    #if canImport(Darwin)
      let result = Darwin.rename(old, new)
    #else
      let result = Glibc.rename(old, new)
    #endif
    guard result == 0 else { throw .last }
  }

  static func remove(file path: String) throws(SystemFault) {
    guard unlink(path) == 0 else { throw .last }
  }

  static func remove(emptyFolder path: String) throws(SystemFault) {
    guard rmdir(path) == 0 else { throw .last }
  }

  static func makeFolder(_ path: String) throws(SystemFault) {
    guard mkdir(path, 0o777) == 0 else { throw .last }
  }

  static func makeLink(at path: String, to target: String) throws(SystemFault) {
    guard symlink(target, path) == 0 else { throw .last }
  }

  static func makeHardLink(at path: String, to target: String) throws(SystemFault) {
    guard link(target, path) == 0 else { throw .last }
  }

  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// Runs a program with its standard error read through a pipe, and reaps it.
  static func run(_ path: String, _ arguments: [String]) throws(SystemFault) -> ChildProgram.Ending {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last }
    let (reading, writing) = (ends[0], ends[1])
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, writing, 2)
    posix_spawn_file_actions_addclose(&actions, reading)
    posix_spawn_file_actions_addclose(&actions, writing)
    let words = ([path] + arguments).map { strdup($0) }
    var child = pid_t()
    let fault = posix_spawn(&child, path, &actions, nil, words + [nil], Self.environmentPointer)
    for word in words { free(word) }
    posix_spawn_file_actions_destroy(&actions)
    close(writing)
    defer { close(reading) }
    guard fault == 0 else { throw SystemFault(code: fault) }
    var talk: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    defer { buffer.deallocate() }
    while case let count = try read(from: reading, into: buffer), count > 0 {
      if talk.count < 65_536 { talk += buffer.prefix(count) }
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 {
      guard errno == EINTR else { throw .last }
    }
    let signal = status & 0x7F
    return ChildProgram.Ending(
      status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, talk: String(decoding: talk, as: UTF8.self))
  }

  private static var environmentPointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      _NSGetEnviron().pointee
    #else
      environ
    #endif
  }

  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  static func target(ofLink path: String) throws(SystemFault) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(path, &buffer, buffer.count - 1)
    guard count >= 0 else { throw .last }
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  static func realPath(_ path: String) throws(SystemFault) -> String {
    guard let resolved = realpath(path, nil) else { throw .last }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// What a folder holds besides itself and its parent, unsorted. Names that aren't UTF-8 come as `unnamed`.
  static func entries(
    of folder: String, unnamed: () -> Void
  ) throws(SystemFault) -> [(name: String, kind: FileStatus.Kind?)] {
    guard let stream = opendir(folder) else { throw .last }
    defer { closedir(stream) }
    var result: [(name: String, kind: FileStatus.Kind?)] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw .last }
        return result
      }
      // The name is as long as it is, not as long as the field says.
      let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
      let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      guard let name = String(validatingCString: start) else {
        unnamed()
        continue
      }
      if name == "." || name == ".." { continue }
      let kind: FileStatus.Kind? =
        switch Int32(entry.pointee.d_type) {
        case Int32(DT_DIR): .folder
        case Int32(DT_REG): .file
        case Int32(DT_LNK): .link
        case Int32(DT_UNKNOWN): nil
        default: .other
        }
      result.append((name, kind))
    }
  }

  static func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  static func workingDirectory() throws(SystemFault) -> String {
    guard let path = getcwd(nil, 0) else { throw .last }
    defer { free(path) }
    return String(cString: path)
  }

  static func environment() -> [String: String] {
    guard var next = environmentPointer else { return [:] }
    var result: [String: String] = [:]
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let sign = text.firstIndex(of: "=") {
        result[String(text[..<sign])] = String(text[text.index(after: sign)...])
      }
      next += 1
    }
    return result
  }

  static func isTerminal(_ number: Int32) -> Bool { isatty(number) == 1 }

  /// Columns of the terminal behind `number`.
  static func width(ofTerminal number: Int32) -> Int? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  static func secondsSinceEpoch() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec)
  }

  static func end(_ status: Int32) -> Never { exit(status) }

  /// Lets a closed pipe or Ctrl-C end the process by the signal, whatever a parent had set.
  static func restoreSignals() {
    signal(SIGPIPE, SIG_DFL)
    signal(SIGINT, SIG_DFL)
  }
}

extension FileStatus {
  fileprivate init(_ raw: stat) {
    switch raw.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: kind = .other
    }
    size = Int64(raw.st_size)
    mode = UInt32(raw.st_mode & 0o7777)
    owner = raw.st_uid
    group = raw.st_gid
    links = Int(raw.st_nlink)
    #if canImport(Darwin)
      let time = raw.st_mtimespec
    #else
      let time = raw.st_mtim
    #endif
    modified = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
