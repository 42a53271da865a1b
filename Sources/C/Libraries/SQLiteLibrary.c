#include "CSQLite.h"

#include <CLoading.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Types are SQLite's own; only the addresses are looked up at run time.
static struct {
  int (*open_v2)(const char *, sqlite3 **, int, const char *);
  int (*close_v2)(sqlite3 *);
  int (*exec)(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **);
  const char *(*errmsg)(sqlite3 *);
  const char *(*errstr)(int);
  void *(*malloc64)(sqlite3_uint64);
  void (*free)(void *);
  int (*deserialize)(sqlite3 *, const char *, unsigned char *, sqlite3_int64, sqlite3_int64, unsigned);
  unsigned char *(*serialize)(sqlite3 *, const char *, sqlite3_int64 *, unsigned);
  int (*db_config)(sqlite3 *, int, ...);
  int (*limit)(sqlite3 *, int, int);
  void (*progress_handler)(sqlite3 *, int, int (*)(void *), void *);
  int (*prepare_v2)(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
  int (*finalize)(sqlite3_stmt *);
  int (*step)(sqlite3_stmt *);
  int (*reset)(sqlite3_stmt *);
  int (*column_count)(sqlite3_stmt *);
  int (*column_type)(sqlite3_stmt *, int);
  sqlite3_int64 (*column_int64)(sqlite3_stmt *, int);
  const unsigned char *(*column_text)(sqlite3_stmt *, int);
  int (*column_bytes)(sqlite3_stmt *, int);
  int (*bind_int64)(sqlite3_stmt *, int, sqlite3_int64);
  int (*bind_text)(sqlite3_stmt *, int, const char *, int, void (*)(void *));
  int (*bind_null)(sqlite3_stmt *, int);
  int (*set_authorizer)(sqlite3 *, int (*)(void *, int, const char *, const char *, const char *, const char *), void *);
  void *(*update_hook)(sqlite3 *, void (*)(void *, int, const char *, const char *, sqlite3_int64), void *);
  int (*stmt_readonly)(sqlite3_stmt *);
} sqlite;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded = 0;
static char load_message[256] = "";

static void load(void) {
  static const char *const files[] = {
#if defined(__APPLE__)
    "/usr/lib/libsqlite3.dylib", "libsqlite3.dylib",
#else
    "libsqlite3.so.0", "libsqlite3.so",
#endif
    NULL,
  };
#define SYMBOL(name) { "sqlite3_" #name, (void **)&sqlite.name }
  const LoadedSymbol symbols[] = {
    SYMBOL(open_v2), SYMBOL(close_v2), SYMBOL(exec), SYMBOL(errmsg), SYMBOL(errstr), SYMBOL(malloc64),
    SYMBOL(free), SYMBOL(deserialize), SYMBOL(serialize), SYMBOL(db_config), SYMBOL(limit),
    SYMBOL(progress_handler), SYMBOL(prepare_v2), SYMBOL(finalize), SYMBOL(step), SYMBOL(reset),
    SYMBOL(column_count), SYMBOL(column_type), SYMBOL(column_int64), SYMBOL(column_text),
    SYMBOL(column_bytes), SYMBOL(bind_int64), SYMBOL(bind_text), SYMBOL(bind_null),
    SYMBOL(set_authorizer), SYMBOL(update_hook), SYMBOL(stmt_readonly),
  };
#undef SYMBOL
  const LoadedLibrary library = {
    files, symbols, sizeof symbols / sizeof *symbols, "libsqlite3 is not installed",
    "libsqlite3 has no ", "; 3.36 or newer is needed",
  };
  is_loaded = loading_load(&library, load_message, sizeof load_message);
}

struct SQLiteDatabase {
  sqlite3 *handle;
  int ticks;
  SQLiteRowChanged on_change;
  void *user;
};

// A view or an index of a foreign file may be made to keep a reader busy for ever.
static int on_progress(void *user) {
  SQLiteDatabase *database = user;
  return ++database->ticks > 2000;
}

SQLiteDatabase *sqlite_database_open(const uint8_t *bytes, size_t count, int writable, char *message,
                                     size_t size) {
  pthread_once(&once, load);
  if (!is_loaded) {
    snprintf(message, size, "%s", load_message);
    return NULL;
  }
  SQLiteDatabase *database = calloc(1, sizeof *database);
  int code = database ? sqlite.open_v2(":memory:", &database->handle, SQLITE_OPEN_READWRITE, NULL) : SQLITE_NOMEM;
  if (code == SQLITE_OK) {
    sqlite.db_config(database->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite.db_config(database->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite.limit(database->handle, SQLITE_LIMIT_ATTACHED, 0);
    // A view may make values that the file hasn't got.
    sqlite.limit(database->handle, SQLITE_LIMIT_LENGTH, SQLITE_LONGEST_VALUE);
  }
  if (code == SQLITE_OK && count > 0) {
    unsigned char *copy = sqlite.malloc64(count);
    if (copy) {
      memcpy(copy, bytes, count);
      // Bytes 18 and 19 say that a log lies beside the file, and there is no file here.
      if (count > 20 && copy[18] == 2) copy[18] = 1;
      if (count > 20 && copy[19] == 2) copy[19] = 1;
      // Takes the copy, also when it fails.
      code = sqlite.deserialize(database->handle, "main", copy, (sqlite3_int64)count, (sqlite3_int64)count,
                                SQLITE_DESERIALIZE_FREEONCLOSE |
                                    (writable ? SQLITE_DESERIALIZE_RESIZEABLE : SQLITE_DESERIALIZE_READONLY));
    } else {
      code = SQLITE_NOMEM;
    }
    if (code == SQLITE_OK) {
      sqlite.progress_handler(database->handle, 100000, on_progress, database);
      // Reads the schema, and so tells whether it is a database at all.
      code = sqlite.exec(database->handle, "PRAGMA cell_size_check = ON; SELECT count(*) FROM sqlite_master", NULL, NULL, NULL);
    }
  }
  if (code == SQLITE_OK) return database;
  snprintf(message, size, "%s", database && database->handle ? sqlite.errmsg(database->handle) : sqlite.errstr(code));
  if (database) sqlite_database_close(database);
  return NULL;
}

void sqlite_database_close(SQLiteDatabase *database) {
  sqlite.close_v2(database->handle);
  free(database);
}

int sqlite_database_run(SQLiteDatabase *database, const char *statements) {
  return sqlite.exec(database->handle, statements, NULL, NULL, NULL) == SQLITE_OK;
}

// What a text may do with its tables. All that has effects elsewhere, or on later statements, is refused.
static int on_action(void *user, int action, const char *first, const char *second, const char *database, const char *by) {
  (void)user, (void)database, (void)by;
  switch (action) {
  case SQLITE_CREATE_TABLE: case SQLITE_CREATE_INDEX: case SQLITE_DROP_TABLE: case SQLITE_DROP_INDEX:
  case SQLITE_ALTER_TABLE: case SQLITE_REINDEX: case SQLITE_INSERT: case SQLITE_UPDATE: case SQLITE_DELETE:
  case SQLITE_READ: case SQLITE_SELECT: case SQLITE_TRANSACTION: case SQLITE_SAVEPOINT:
    return SQLITE_OK;
  case SQLITE_PRAGMA:
    // By this the columns of tables are asked for.
    return first && !strcmp(first, "table_info") ? SQLITE_OK : SQLITE_DENY;
  case SQLITE_FUNCTION:
    // The same text makes the same rows each time.
    return second && (!strcmp(second, "random") || !strcmp(second, "randomblob") || !strcmp(second, "load_extension"))
      ? SQLITE_DENY : SQLITE_OK;
  default:
    return SQLITE_DENY;
  }
}

static void on_update(void *user, int action, const char *name, const char *table, sqlite3_int64 row) {
  (void)name;
  SQLiteDatabase *database = user;
  if (action != SQLITE_DELETE) database->on_change(database->user, table, row);
}

int sqlite_database_confine(SQLiteDatabase *database, int64_t most_bytes, SQLiteRowChanged on_change, void *user) {
  char pages[64];
  snprintf(pages, sizeof pages, "PRAGMA max_page_count = %lld", (long long)(most_bytes / 4096));
  if (sqlite.exec(database->handle, pages, NULL, NULL, NULL) != SQLITE_OK) return 0;
  // What it takes to understand a statement is many times its length.
  sqlite.limit(database->handle, SQLITE_LIMIT_SQL_LENGTH, SQLITE_LONGEST_STATEMENT);
  database->on_change = on_change;
  database->user = user;
  sqlite.progress_handler(database->handle, 100000, on_progress, database);
  sqlite.update_hook(database->handle, on_update, database);
  return sqlite.set_authorizer(database->handle, on_action, NULL) == SQLITE_OK;
}

int sqlite_statement_run(SQLiteDatabase *database, const uint8_t *text, int count) {
  sqlite3_stmt *made = NULL;
  int code = sqlite.prepare_v2(database->handle, (const char *)text, count, &made, NULL);
  if (code == SQLITE_OK && !made) return SQLITE_STATEMENT_RAN;
  if (code == SQLITE_OK && sqlite.column_count(made) > 0 && sqlite.stmt_readonly(made)) {
    sqlite.finalize(made);
    return SQLITE_STATEMENT_GIVES_ROWS;
  }
  if (code == SQLITE_OK) {
    while ((code = sqlite.step(made)) == SQLITE_ROW) continue;
    sqlite.finalize(made);
    if (code == SQLITE_DONE) return SQLITE_STATEMENT_RAN;
  }
  return (code & 0xFF) == SQLITE_AUTH ? SQLITE_STATEMENT_REFUSED
    : (code & 0xFF) == SQLITE_CONSTRAINT ? SQLITE_STATEMENT_BREAKS_RULES : SQLITE_STATEMENT_FAILED;
}

uint8_t *sqlite_database_bytes(SQLiteDatabase *database, size_t *count) {
  sqlite3_int64 size = 0;
  unsigned char *bytes = sqlite.serialize(database->handle, "main", &size, 0);
  *count = bytes && size > 0 ? (size_t)size : 0;
  return bytes;
}

void sqlite_database_free(uint8_t *bytes) { sqlite.free(bytes); }

const char *sqlite_database_message(SQLiteDatabase *database) { return sqlite.errmsg(database->handle); }

static sqlite3_stmt *statement(SQLiteRows *rows) { return (sqlite3_stmt *)rows; }

SQLiteRows *sqlite_rows_open(SQLiteDatabase *database, const char *text) {
  sqlite3_stmt *made = NULL;
  if (sqlite.prepare_v2(database->handle, text, -1, &made, NULL) != SQLITE_OK) return NULL;
  return (SQLiteRows *)made;
}

void sqlite_rows_close(SQLiteRows *rows) { sqlite.finalize(statement(rows)); }

int sqlite_rows_next(SQLiteRows *rows) {
  int code = sqlite.step(statement(rows));
  return code == SQLITE_ROW ? 1 : code == SQLITE_DONE ? 0 : -1;
}

void sqlite_rows_reset(SQLiteRows *rows) { sqlite.reset(statement(rows)); }

int sqlite_rows_columns(SQLiteRows *rows) { return sqlite.column_count(statement(rows)); }

int sqlite_rows_type(SQLiteRows *rows, int column) { return sqlite.column_type(statement(rows), column); }

int64_t sqlite_rows_integer(SQLiteRows *rows, int column) { return sqlite.column_int64(statement(rows), column); }

const uint8_t *sqlite_rows_text(SQLiteRows *rows, int column, int *count) {
  const unsigned char *text = sqlite.column_text(statement(rows), column);
  *count = text ? sqlite.column_bytes(statement(rows), column) : 0;
  return text;
}

void sqlite_rows_set_integer(SQLiteRows *rows, int number, int64_t value) {
  sqlite.bind_int64(statement(rows), number, value);
}

void sqlite_rows_set_text(SQLiteRows *rows, int number, const char *text, int count) {
  sqlite.bind_text(statement(rows), number, text, count, SQLITE_TRANSIENT);
}

void sqlite_rows_set_null(SQLiteRows *rows, int number) { sqlite.bind_null(statement(rows), number); }
