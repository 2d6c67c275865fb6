"""Sends one statement as an application on psycopg 2 does: PORT DATABASE USER APPLICATION CASE."""

import sys
import time

import psycopg2
import psycopg2.extras

SLOW = "(SELECT pg_sleep(30))"
SCAN = "SELECT count(*), (SELECT pg_sleep(%s)) FROM sales WHERE note LIKE %s"


class SlowRows:
    """Rows without an end, a few of them at a time."""

    def __init__(self):
        self.row = 4000000

    def read(self, size=-1):
        time.sleep(0.02)
        self.row += 1
        return f"{self.row}\tx\n"


class Nowhere:
    """Takes what is copied."""

    def write(self, text):
        return len(text)


def query(connection, text, *values):
    with connection.cursor() as cursor:
        cursor.execute(text, values)
        cursor.fetchall()


def named(connection):
    with connection.cursor("pages") as cursor:
        cursor.itersize = 100
        cursor.execute(f"SELECT id, note, {SLOW} FROM sales")
        for _ in cursor:
            pass


def batch(connection):
    text = "INSERT INTO totals SELECT item, sum(amount), (SELECT pg_sleep(%s))::text FROM sales GROUP BY item"
    with connection.cursor() as cursor:
        psycopg2.extras.execute_batch(cursor, text, [(0,), (30,)])


def copy(connection, text, stream):
    with connection.cursor() as cursor:
        cursor.copy_expert(text, stream)


CASES = {
    "point": lambda c: query(c, f"SELECT amount, {SLOW} FROM sales WHERE id = %s", 500),
    "scan": lambda c: query(c, SCAN, 30, "%77%"),
    "cursor": named,
    "update": lambda c: query(c, f"UPDATE sales SET amount = amount + %s WHERE id = %s RETURNING {SLOW}", 2, 513),
    "batch": batch,
    "copy out": lambda c: copy(c, f"COPY (SELECT *, {SLOW} FROM sales) TO STDOUT", Nowhere()),
    "copy in": lambda c: copy(c, "COPY notes FROM STDIN", SlowRows()),
}

port, database, user, application, case = sys.argv[1:]
CASES[case](psycopg2.connect(host="127.0.0.1", port=port, dbname=database, user=user, application_name=application))
