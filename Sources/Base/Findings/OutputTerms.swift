// What keys mean wherever they stand in what commands print.

extension JSONTerm<String> {
  package static var bundle: Self {
    Self("bundle", .text, "Path of a bundle, as one would write it from the working directory.")
  }
  package static var path: Self {
    Self("path", .text, "Path of a file or folder, as one would write it from the working directory.")
  }
  package static var file: Self {
    Self("file", .text, "Name of a file inside the bundle or folder that the document is about.")
  }
  package static var url: Self { Self("url", .text, "Address from which something can be downloaded.") }
  package static var confidence: Self {
    Self("confidence", .number(0, 1), "How sure a program is, from 0 to 1.")
  }
  package static var ayah: Self {
    Self("ayah", .ayat, "The ayah, or the run of ayat, that a row holds or a question is about.")
  }
  package static var passage: Self {
    Self("passage", .ayat, "What was recited, asked for or heard: an ayah or a run of ayat.")
  }
  package static var riwayah: Self { Self("riwayah", .text, "Id of a riwayah.") }
  package static var numbering: Self {
    Self("numbering", .text, "Id of the counting system by which ayat are numbered.")
  }
  package static var reciter: Self { Self("reciter", .text, "Id of a reciter.") }
  package static var code: Self {
    Self("code", .text, "Short name of a rule or of a kind of loss, which never changes its meaning.")
  }
  package static var name: Self { Self("name", .text, "What something is called.") }
  package static var title: Self { Self("title", .text, "What something is called, for people.") }
  package static var label: Self {
    Self("label", .text, "What a row, a place or a bookmark is called, for people.")
  }
  package static var message: Self {
    Self("message", .text, "One sentence for people, in lower case and without a full stop.")
  }
  package static var sha256: Self {
    Self("sha256", .text("64 hexadecimal digits", "^[0-9a-fA-F]{64}$"), "SHA-256 of a file.")
  }
  package static var skip: Self {
    Self("skip", .text, "What is heard where no ayah is recited, such as takbir.")
  }
  package static var availability: Self {
    Self(
      "availability",
      .word([
        "available", "other_size", "pointer", "remote", "missing", "conflict", "not_a_file", "unreadable",
        "outside",
      ]),
      """
      Whether audio is here: `other_size`, a file of another size than `audio.bytes`, or an empty one, stands in its place; \
      `pointer`, a file of Git LFS and the like stands in its place; `remote`, it can be downloaded; `conflict`, a pointer \
      that git could not merge; `unreadable`, the file system can't tell; `outside`, it leads out of its bundle.
      """)
  }
  package static var reciterName: Self { Self("reciter_name", .text, "Name of the reciter.") }
  package static var arabicName: Self { Self("arabic_name", .text, "Arabic name.") }
  package static var textID: Self { Self("text_id", .text, "Id of a text.") }
  package static var language: Self { Self("language", .text, "The language as BCP 47 writes it.") }
  package static var color: Self { Self("color", .text, "A word, or #rrggbb.") }
  package static var query: Self { Self("query", .text, "What was asked.") }
  package static var recordedAt: Self {
    Self("recorded_at", .text, "When it was recorded: a date, or a date and time (RFC 3339).")
  }
  package static var createdAt: Self {
    Self("created_at", .text, "When it was made: a date, or a date and time (RFC 3339).")
  }
  package static var importedAt: Self { Self("imported_at", .text, "When it was imported, likewise.") }
}

extension JSONForm<String> {
  /// An ayah or a run of ayat.
  package static var ayat: Self {
    text("an ayah or a run of ayat", "^[0-9]{1,3}:[0-9]{1,3}(-([0-9]{1,3}:)?[0-9]{1,3})?$")
  }
}

extension JSONTerm<[String]> {
  package static var ayat: Self { Self("ayat", .list(of: .ayat), "Runs of ayat, in order.") }
  package static var missing: Self { Self("missing", .list(of: .ayat), "Runs of ayat that are not there.") }
  package static var remarks: Self {
    Self("remarks", .list(of: .text), "Sentences for people, in lower case and without a full stop.")
  }
}

extension JSONTerm<Int> {
  package static var line: Self { Self("line", .integer(1), "Line in the file, from 1.") }
  package static var column: Self {
    Self("column", .integer(1), "Column in the line, from 1, in Unicode scalars.")
  }
  package static var endLine: Self {
    Self("end_line", .integer(1), "Line behind the last character, from 1.")
  }
  package static var endColumn: Self {
    Self("end_column", .integer(1), "Column behind the last character, from 1.")
  }
  package static var ayahCount: Self { Self("ayah_count", .count, "How many ayat.") }
  package static var rowCount: Self { Self("row_count", .count, "How many rows.") }
  package static var verifiedCount: Self { Self("verified_count", .count, "How many rows are verified.") }
  package static var markerCount: Self { Self("marker_count", .count, "How many markers.") }
  package static var segmentCount: Self { Self("segment_count", .count, "How many segments.") }
  package static var wordCount: Self { Self("word_count", .count, "How many words.") }
  package static var number: Self { Self("number", .count, "Ordinal number.") }
  package static var of: Self { Self("of", .count, "How many there are in all.") }
  package static var bytes: Self { Self("bytes", .count, "Size of a file.") }
  package static var page: Self { Self("page", .integer(1, 604), "Page of the printed mushaf.") }
  package static var errorCount: Self { Self("error_count", .count, "How many errors.") }
  package static var warningCount: Self { Self("warning_count", .count, "How many warnings.") }
  package static var conflictCount: Self {
    Self("conflict_count", .count, "How many decisions are left to people.")
  }
  package static var word: Self {
    Self("word", .integer(1), "Number of the word in its ayah, from 1.")
  }
  package static var rakah: Self { Self("rakah", .integer(1), "The rak'ah of the prayer, from 1.") }
  package static var verseID: Self {
    Self("verse_id", .integer(), "A thousand times the surah, and the ayah's number.")
  }
  package static var found: Self { Self("found", .count, "How many ayat can be played.") }
}

extension JSONTerm<Bool> {
  package static var verified: Self {
    Self("verified", .flag, "Whether a person confirmed both boundaries of the row.")
  }
  package static var confirmed: Self { Self("confirmed", .flag, "Whether a person confirmed the marker.") }
  package static var fixable: Self {
    Self("fixable", .flag, "Whether `lint --fix` can repair some of what the rule finds.")
  }
  package static var shared: Self {
    Self("shared", .flag, "Whether other ayat are heard in the same stretch, inseparably.")
  }
  package static var dryRun: Self {
    Self("dry_run", .flag, "Whether nothing was written, and what is told is what would be.")
  }
}

extension JSONTerm<Severity> {
  package static var severity: Self { Self("severity", .word, "How grave a finding is.") }
}
