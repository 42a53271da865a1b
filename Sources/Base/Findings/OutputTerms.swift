// What keys mean wherever they stand in what commands print.

extension JSONTerm<String> {
  package static var bundle: Self {
    Self("bundle", .text, "Path of a bundle, usable from the working directory.")
  }
  package static var path: Self {
    Self("path", .text, "Path of a file or folder, usable from the working directory.")
  }
  package static var file: Self {
    Self("file", .text, "Name of a file inside the bundle or folder that the document describes.")
  }
  package static var url: Self { Self("url", .text, "Address from which something can be downloaded.") }
  package static var confidence: Self {
    Self("confidence", .number(0, 1), "Confidence of a program, from 0 to 1.")
  }
  package static var ayah: Self {
    Self("ayah", .ayat, "The ayah or run of ayat of a row or a query.")
  }
  package static var passage: Self {
    Self("passage", .ayat, "The ayah or run of ayat that was recited, requested or detected.")
  }
  package static var riwayah: Self { Self("riwayah", .text, "Id of a riwayah.") }
  package static var numbering: Self {
    Self("numbering", .text, "Id of the counting system by which ayat are numbered.")
  }
  package static var reciter: Self { Self("reciter", .text, "Id of a reciter.") }
  package static var code: Self {
    Self("code", .text, "Short name of a rule or of a kind of loss. Its meaning never changes.")
  }
  package static var name: Self { Self("name", .text, "A name.") }
  package static var title: Self { Self("title", .text, "A display name.") }
  package static var label: Self {
    Self("label", .text, "Display name of a row, a place or a bookmark.")
  }
  package static var message: Self {
    Self("message", .text, "One sentence to display, in lower case and without a full stop.")
  }
  package static var sha256: Self {
    Self("sha256", .text("64 hexadecimal digits", "^[0-9a-fA-F]{64}$"), "SHA-256 of a file.")
  }
  package static var skip: Self {
    Self("skip", .text, "The kind of audio without an ayah, such as takbir.")
  }
  package static var availability: Self {
    Self(
      "availability",
      .word([
        "available", "other_size", "pointer", "remote", "missing", "conflict", "not_a_file", "unreadable",
        "outside",
      ]),
      """
      Availability of the audio: `other_size`, the file is empty or its size is not `audio.bytes`; `pointer`, a file of \
      Git LFS or the like is in its place; `remote`, it can be downloaded; `conflict`, a pointer that git could not \
      merge; `unreadable`, the file system reports an error; `outside`, it is outside its bundle.
      """)
  }
  package static var reciterName: Self { Self("reciter_name", .text, "Name of the reciter.") }
  package static var arabicName: Self { Self("arabic_name", .text, "Arabic name.") }
  package static var textID: Self { Self("text_id", .text, "Id of a text.") }
  package static var language: Self { Self("language", .text, "The language, as a BCP 47 tag.") }
  package static var color: Self { Self("color", .text, "The colour: a word, or #rrggbb.") }
  package static var query: Self { Self("query", .text, "The query.") }
  package static var recordedAt: Self {
    Self("recorded_at", .text, "Time of the recording: a date, or a date and time (RFC 3339).")
  }
  package static var createdAt: Self {
    Self("created_at", .text, "Time of creation: a date, or a date and time (RFC 3339).")
  }
  package static var importedAt: Self {
    Self("imported_at", .text, "Time of the import: a date, or a date and time (RFC 3339).")
  }
}

extension JSONForm<String> {
  /// An ayah or a run of ayat.
  package static var ayat: Self {
    text("an ayah or a run of ayat", "^[0-9]{1,3}:[0-9]{1,3}(-([0-9]{1,3}:)?[0-9]{1,3})?$")
  }
}

extension JSONTerm<[String]> {
  package static var ayat: Self { Self("ayat", .list(of: .ayat), "Runs of ayat, in order.") }
  package static var missing: Self { Self("missing", .list(of: .ayat), "Runs of missing ayat.") }
  package static var remarks: Self {
    Self("remarks", .list(of: .text), "Sentences to display, in lower case and without a full stop.")
  }
}

extension JSONTerm<Int> {
  package static var line: Self { Self("line", .integer(1), "Line in the file, from 1.") }
  package static var column: Self {
    Self("column", .integer(1), "Column in the line, from 1, in Unicode scalars.")
  }
  package static var endLine: Self {
    Self("end_line", .integer(1), "Line just after the last character, from 1.")
  }
  package static var endColumn: Self {
    Self("end_column", .integer(1), "Column just after the last character, from 1.")
  }
  package static var ayahCount: Self { Self("ayah_count", .count, "Number of ayat.") }
  package static var rowCount: Self { Self("row_count", .count, "Number of rows.") }
  package static var verifiedCount: Self { Self("verified_count", .count, "Number of verified rows.") }
  package static var markerCount: Self { Self("marker_count", .count, "Number of markers.") }
  package static var segmentCount: Self { Self("segment_count", .count, "Number of segments.") }
  package static var wordCount: Self { Self("word_count", .count, "Number of words.") }
  package static var number: Self { Self("number", .count, "Ordinal number.") }
  package static var of: Self { Self("of", .count, "Total number.") }
  package static var bytes: Self { Self("bytes", .count, "Size of a file.") }
  package static var page: Self { Self("page", .integer(1, 604), "Page of the printed mushaf.") }
  package static var errorCount: Self { Self("error_count", .count, "Number of errors.") }
  package static var warningCount: Self { Self("warning_count", .count, "Number of warnings.") }
  package static var conflictCount: Self {
    Self("conflict_count", .count, "Number of decisions that a person must make.")
  }
  package static var word: Self {
    Self("word", .integer(1), "Number of the word in its ayah, from 1.")
  }
  package static var rakah: Self { Self("rakah", .integer(1), "The rak'ah of the prayer, from 1.") }
  package static var verseID: Self {
    Self("verse_id", .integer(), "Number of the surah times 1000, plus the number of the ayah.")
  }
  package static var found: Self { Self("found", .count, "Number of ayat that can be played.") }
}

extension JSONTerm<Bool> {
  package static var verified: Self {
    Self("verified", .flag, "True if a person confirmed both boundaries of the row.")
  }
  package static var confirmed: Self { Self("confirmed", .flag, "True if a person confirmed the marker.") }
  package static var fixable: Self {
    Self("fixable", .flag, "True if `lint --fix` can repair some findings of the rule.")
  }
  package static var shared: Self {
    Self("shared", .flag, "True if other ayat are in the same stretch and no boundary separates them.")
  }
  package static var dryRun: Self {
    Self("dry_run", .flag, "True if nothing was written and the document describes what would change.")
  }
}

extension JSONTerm<Severity> {
  package static var severity: Self { Self("severity", .word, "Severity of the finding.") }
}
