namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>The query that finds what a statement writes: it may be explained with the right to read alone. Errs on the
/// side of none: where a clause is not where it is looked for, what comes out is not a query, and has no
/// plan.</summary>
internal static class ReadingPart
{
    private static readonly string[] Queries = ["select", "with", "table", "values"];

    /// <summary>That of an UPDATE, a DELETE, an INSERT or a MERGE; null for any other statement.</summary>
    public static string? Of(string text)
    {
        var clauses = new SqlClauses(text);
        var verb = clauses.First("with", 0) == 0 ? clauses.First(["insert", "update", "delete", "merge"], 1) : 0;
        if (verb is not { } at)
            return null;
        var query = QueryOf(clauses, at);
        return query is null ? null : clauses.Before(at) + query;
    }

    private static string? QueryOf(SqlClauses clauses, int at)
    {
        if (clauses.Is(at, "update"))
            return Updated(clauses, at);
        if (clauses.Is(at, "delete"))
            return Deleted(clauses, at);
        if (clauses.Is(at, "insert"))
            return Inserted(clauses, at);
        return clauses.Is(at, "merge") ? Merged(clauses, at) : null;
    }

    /// <summary>A query without the words that lock what it finds; null where none stand in it, outside
    /// of brackets.</summary>
    public static string? WithoutLocks(string text)
    {
        var clauses = new SqlClauses(text);
        var (kept, from, end) = (new StringBuilder(), 0, clauses.End);
        for (var at = clauses.First("for", 0); at is { } begin; at = clauses.First("for", begin + 1))
        {
            if (clauses.LockEnd(begin) is not { } next)
                continue;
            kept.Append(clauses.Text(from, begin)).Append(' ');
            from = next;
        }

        return from == 0 ? null : kept.Append(clauses.Text(from, end)).ToString().TrimEnd();
    }

    /// <summary>What is merged finds its row in the target, or none; with WHEN NOT MATCHED BY SOURCE rows of the target
    /// that nothing meets count too.</summary>
    private static string? Merged(SqlClauses clauses, int verb)
    {
        if (
            !clauses.Is(verb + 1, "into")
            || clauses.First("using", verb) is not { } source
            || clauses.First("on", source) is not { } on
            || clauses.First("when", on) is not { } when
        )
            return null;
        var join = clauses.First("by", when) is { } by && clauses.Is(by + 1, "source") ? "FULL" : "LEFT";
        return $"SELECT 1 FROM {clauses.Text(source + 1, on)} {join} JOIN {clauses.Text(verb + 2, source)} "
            + $"{clauses.Text(on, when)}";
    }

    private static string? Updated(SqlClauses clauses, int verb)
    {
        if (clauses.First("set", verb) is not { } set)
            return null;
        var (end, where) = Tail(clauses, set);
        var from = clauses.First("from", set, where ?? end);
        // What is compared by IS DISTINCT FROM names no table.
        return from is { } at && clauses.Is(at - 1, "distinct")
            ? null
            : Query(
                clauses,
                (verb + 1, set),
                from is { } items ? (items + 1, where ?? end) : null,
                where is { } begin ? (begin, end) : null
            );
    }

    private static string? Deleted(SqlClauses clauses, int verb)
    {
        if (!clauses.Is(verb + 1, "from"))
            return null;
        var (end, where) = Tail(clauses, verb);
        var last = where ?? end;
        var used = clauses.First("using", verb, last);
        return Query(
            clauses,
            (verb + 2, used ?? last),
            used is { } items ? (items + 1, last) : null,
            where is { } begin ? (begin, end) : null
        );
    }

    private static string? Inserted(SqlClauses clauses, int verb)
    {
        if (
            !clauses.Is(verb + 1, "into")
            || clauses.First(Queries, verb) is not { } query
            || clauses.Is(query - 1, "default")
        )
            return null;
        var end = clauses.First("returning", query) ?? clauses.End;
        for (var on = clauses.First("on", query, end); on is { } at; on = clauses.First("on", at + 1, end))
            if (clauses.Is(at + 1, "conflict"))
                return clauses.Text(query, at);
        return clauses.Text(query, end);
    }

    private static (int End, int? Where) Tail(SqlClauses clauses, int from)
    {
        var end = clauses.First("returning", from) ?? clauses.End;
        return (end, clauses.First("where", from, end));
    }

    private static string? Query(
        SqlClauses clauses,
        (int From, int To) target,
        (int From, int To)? items,
        (int From, int To)? condition
    )
    {
        // The row that a cursor stands on is not looked for.
        if (condition is { } where && clauses.Is(where.From + 1, "current") && clauses.Is(where.From + 2, "of"))
            return null;
        var tables =
            clauses.Text(target.From, target.To) + (items is { } more ? ", " + clauses.Text(more.From, more.To) : "");
        return $"SELECT 1 FROM {tables} {(condition is { } c ? clauses.Text(c.From, c.To) : "")}".TrimEnd();
    }
}
