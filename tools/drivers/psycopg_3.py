"""Sends one statement as an application on psycopg 3 does: PORT DATABASE USER APPLICATION CASE."""

import sys
import time

import psycopg

SLOW = "(SELECT pg_sleep(30))"
SCAN = "SELECT count(*), (SELECT pg_sleep(%s)) FROM sales WHERE note LIKE %s"


def query(connection, text, *values, prepare=None):
    connection.execute(text, values, prepare=prepare).fetchall()


def prepared(connection):
    for _ in range(8):
        query(connection, SCAN, 0.0, "%77%", prepare=True)
    query(connection, SCAN, 30.0, "%77%", prepare=True)


def named(connection):
    with connection.cursor("pages") as cursor:
        cursor.itersize = 100
        cursor.execute(f"SELECT id, note, {SLOW} FROM sales")
        for _ in cursor:
            pass


def batch(connection):
    text = "INSERT INTO totals SELECT item, sum(amount), (SELECT pg_sleep(%s))::text FROM sales GROUP BY item"
    connection.cursor().executemany(text, [(0.0,), (30.0,)])


def pipeline(connection):
    with connection.pipeline():
        connection.execute("SELECT amount FROM sales WHERE id = %s", (500,))
        connection.execute(SCAN, (30.0, "%77%"))


def copy_out(connection):
    with connection.cursor().copy(f"COPY (SELECT *, {SLOW} FROM sales) TO STDOUT") as rows:
        for _ in rows:
            pass


def copy_in(connection):
    with connection.cursor().copy("COPY notes FROM STDIN") as rows:
        for row in range(4000000, 5000000):
            rows.write(f"{row}\tx\n")
            time.sleep(0.02)


CASES = {
    "point": lambda c: query(c, f"SELECT amount, {SLOW} FROM sales WHERE id = %s", 500),
    "scan": lambda c: query(c, SCAN, 30.0, "%77%"),
    "prepared": prepared,
    "cursor": named,
    "update": lambda c: query(c, f"UPDATE sales SET amount = amount + %s WHERE id = %s RETURNING {SLOW}", 2, 513),
    "batch": batch,
    "pipeline": pipeline,
    "copy out": copy_out,
    "copy in": copy_in,
}

port, database, user, application, case = sys.argv[1:]
CASES[case](psycopg.connect(host="127.0.0.1", port=port, dbname=database, user=user, application_name=application))
