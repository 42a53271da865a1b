#ifndef CSQLITE_H
#define CSQLITE_H

#include <stddef.h>
#include <stdint.h>

// The part of SQLite that exchange needs: a database in memory from the bytes of a file and back, and the rows of
// a query.
//
// The library is loaded when the first database is opened and not when the program starts, which few of its runs
// need.

/// A database in memory; belongs to one thread at a time.
typedef struct SQLiteDatabase SQLiteDatabase;

/// The rows of a query, or a statement with values to be bound.
typedef struct SQLiteRows SQLiteRows;

/// What a column of a row holds.
enum {
  SQLITE_VALUE_INTEGER = 1,
  SQLITE_VALUE_REAL = 2,
  SQLITE_VALUE_TEXT = 3,
  SQLITE_VALUE_BLOB = 4,
  SQLITE_VALUE_NULL = 5,
};

/// How many bytes a value, or a row, may have.
enum { SQLITE_LONGEST_VALUE = 16777216 };

/// How many bytes a stranger's statement may have.
enum { SQLITE_LONGEST_STATEMENT = 4194304 };

/// Opens a database that holds what a file of `count` bytes does, for reading only unless it is to be `writable`; an empty
/// one that can be written when `count` is 0. NULL when it can't be, and `message` then says why.
SQLiteDatabase *sqlite_database_open(const uint8_t *bytes, size_t count, int writable, char *message,
                                     size_t size);

/// Closes it; its rows must be closed before.
void sqlite_database_close(SQLiteDatabase *database);

/// Runs statements that give no rows; whether all went well.
int sqlite_database_run(SQLiteDatabase *database, const char *statements);

/// Told of each row that is put in or changed: `user`, its table, and its number there.
typedef void (*SQLiteRowChanged)(void *user, const char *table, int64_t row);

/// From now on statements can make tables and change their rows, and nothing else, in memory for `most_bytes`; whether that
/// could be had. `on_change` is told of rows, but of tables that have no numbers.
int sqlite_database_confine(SQLiteDatabase *database, int64_t most_bytes, SQLiteRowChanged on_change, void *user);

/// What came of a statement.
enum {
  SQLITE_STATEMENT_RAN = 0,
  /// It asks for rows and changes none, and was not run.
  SQLITE_STATEMENT_GIVES_ROWS = 1,
  /// It does what it may not.
  SQLITE_STATEMENT_REFUSED = 2,
  /// A row is not as its table wants rows to be.
  SQLITE_STATEMENT_BREAKS_RULES = 3,
  SQLITE_STATEMENT_FAILED = 4,
};

/// Runs one statement of `count` bytes, one of the `SQLITE_STATEMENT` constants; nothing of it is done unless it ran.
int sqlite_statement_run(SQLiteDatabase *database, const uint8_t *text, int count);

/// The bytes of its file, to be freed by `sqlite_database_free`; NULL when memory is short.
uint8_t *sqlite_database_bytes(SQLiteDatabase *database, size_t *count);

/// Frees what `sqlite_database_bytes` gave.
void sqlite_database_free(uint8_t *bytes);

/// What went wrong last; as long as the database isn't used again.
const char *sqlite_database_message(SQLiteDatabase *database);

/// Prepares one statement; NULL when it can't be.
SQLiteRows *sqlite_rows_open(SQLiteDatabase *database, const char *statement);

/// Frees them.
void sqlite_rows_close(SQLiteRows *rows);

/// Goes to the next row: 1 when there is one, 0 at the end, -1 for an error.
int sqlite_rows_next(SQLiteRows *rows);

/// Makes the statement ready to run again; its values stay.
void sqlite_rows_reset(SQLiteRows *rows);

/// How many columns a row has.
int sqlite_rows_columns(SQLiteRows *rows);

/// One of the `SQLITE_VALUE` constants; columns count from 0.
int sqlite_rows_type(SQLiteRows *rows, int column);

/// A whole number.
int64_t sqlite_rows_integer(SQLiteRows *rows, int column);

/// Any value as text in UTF-8 and its length; as long as the row lasts.
const uint8_t *sqlite_rows_text(SQLiteRows *rows, int column, int *count);

/// Sets the value of a `?`, which count from 1.
void sqlite_rows_set_integer(SQLiteRows *rows, int number, int64_t value);

/// The same of a text in UTF-8, which is copied.
void sqlite_rows_set_text(SQLiteRows *rows, int number, const char *text, int count);

/// The same of nothing.
void sqlite_rows_set_null(SQLiteRows *rows, int number);

#endif
