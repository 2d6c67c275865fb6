namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>Ranges both of whose ends are parameters. The server takes each for a two-hundredth of its table, because
/// it does not know the values: a page of an index and half a table have the same plan.</summary>
internal static class RangeParameters
{
    /// <summary>The text with the lower end in place of each such range, the least that can be read;
    /// null where there is none.</summary>
    public static string? Narrow(string text)
    {
        var sql = new SqlText(text);
        var narrowed = new List<(int First, int Last, string Now)>();
        for (var at = 0; at < sql.Count; at++)
        {
            if ((Between(sql, at) ?? Compared(sql, at)) is not var (last, value))
                continue;
            narrowed.Add((at, last, $"= {value}"));
            at = last;
        }

        return narrowed.Count == 0 ? null : sql.With(narrowed);
    }

    /// <summary>BETWEEN $1 AND $2, from its word on.</summary>
    private static (int Last, string Value)? Between(SqlText sql, int at)
    {
        if (!sql.Is(at, "between") || sql.Is(at - 1, "not"))
            return null;
        if (ValueEnd(sql, at + 1) is not { } low || !sql.Is(low, "and"))
            return null;
        return ValueEnd(sql, low + 1) is { } high ? (high - 1, sql.Between(at + 1, low)) : null;
    }

    /// <summary>a >= $1 AND a &lt; $2, from its first operator on; also the other way round.</summary>
    private static (int Last, string Value)? Compared(SqlText sql, int at)
    {
        if (Direction(sql, at) is not { } first || NameStart(sql, at) is not { } name)
            return null;
        if (ValueEnd(sql, at + 1) is not { } low || !sql.Is(low, "and"))
            return null;
        var other = low + 1 + (at - name);
        if (Direction(sql, other) is not { } second || first == second)
            return null;
        for (var i = name; i < at; i++)
            if (!sql.In(i).Equals(sql.In(low + 1 + i - name), StringComparison.OrdinalIgnoreCase))
                return null;
        return ValueEnd(sql, other + 1) is { } high ? (high - 1, sql.Between(at + 1, low)) : null;
    }

    private static bool? Direction(SqlText sql, int at)
    {
        if (sql.KindAt(at) != SqlTokenKind.Operator)
            return null;
        return sql.In(at) switch
        {
            ">" or ">=" => true,
            "<" or "<=" => false,
            _ => null,
        };
    }

    /// <summary>Where the name in front of an operator begins: a, t.a or s.t.a.</summary>
    private static int? NameStart(SqlText sql, int end)
    {
        if (!sql.IsName(end - 1))
            return null;
        var start = end - 1;
        while (sql.Is(start - 1, '.') && sql.IsName(start - 2))
            start -= 2;
        // In front of it stands what begins a condition: in x - a >= $1 the name is not all that is compared.
        return start == 0 || sql.KindAt(start - 1) == SqlTokenKind.Word || sql.Is(start - 1, '(') ? start : null;
    }

    /// <summary>Behind a parameter, with or without a cast, where the condition ends with it.</summary>
    private static int? ValueEnd(SqlText sql, int at)
    {
        if (sql.KindAt(at) != SqlTokenKind.Parameter)
            return null;
        var end = at + 1;
        if (sql.Is(end, ':') && sql.Is(end + 1, ':') && sql.IsName(end + 2))
            end += 3;
        return
            end == sql.Count
            || sql.KindAt(end) == SqlTokenKind.Word
            || sql.Is(end, ')')
            || sql.Is(end, ';')
            || sql.Is(end, ',')
            ? end
            : null;
    }
}
