"""Sends one statement as an application on ODBC does: PORT DATABASE USER APPLICATION CASE."""

import sys

import pyodbc

SLOW = "(SELECT pg_sleep(30))"


def query(connection, text, *values):
    connection.execute(text, *values).fetchall()


def prepared(connection):
    """Kept prepared by the cursor, and run again with other values."""
    cursor = connection.cursor()
    text = "SELECT count(*), (SELECT pg_sleep(?)) FROM sales WHERE note LIKE ?"
    cursor.execute(text, 0, "%77%").fetchall()
    cursor.execute(text, 30, "%77%").fetchall()


def batch(connection):
    text = "INSERT INTO totals SELECT item, sum(amount), (SELECT pg_sleep(?))::text FROM sales GROUP BY item"
    connection.cursor().executemany(text, [(0,), (30,)])


def cursor(connection):
    """Declared and fetched from in one text, which the driver makes of the query."""
    text = f"SELECT id, note, {SLOW} FROM sales WHERE note LIKE ?"
    connection.cursor().execute(text, "%7%").fetchmany(10)


CASES = {
    "point": lambda c: query(c, f"SELECT amount, {SLOW} FROM sales WHERE id = ?", 500),
    "scan": lambda c: query(c, f"SELECT count(*), {SLOW} FROM sales WHERE note LIKE ?", "%77%"),
    "prepared": prepared,
    "update": lambda c: query(c, f"UPDATE sales SET amount = amount + ? WHERE id = ? RETURNING {SLOW}", 2, 513),
    "batch": batch,
    "cursor": cursor,
}

port, database, user, application, case = sys.argv[1:]
CASES[case](
    pyodbc.connect(
        f"Driver=PostgreSQL Unicode;Server=127.0.0.1;Port={port};Database={database};UID={user};"
        f"ConnSettings=SET application_name='{application}'"
        + (";UseDeclareFetch=1;Fetch=100" if case == "cursor" else "")
    )
)
