namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>What pg_stat_statements makes of a constant behind its type, such as <c>date $1</c>, and of a field, such
/// as <c>extract($1 from d)</c>, is no SQL. Both are written here so that the server reads them.</summary>
internal static class TypedParameters
{
    private const int MostModifiers = 3;
    private const int LongestKeyword = 10;

    /// <summary>Words that a value may follow. A word that is none of them, and has a parameter behind it, is a
    /// type.</summary>
    private static readonly FrozenSet<string> BeginsValue = WordList.AnyCase(
        "all and any array as asymmetric at between both by case check collate columns content default distinct document "
            + "else empty error escape except first following for force from groups having ilike in increment is key "
            + "leading like limit maxvalue minvalue next not of offset on only or order overlaps passing path placing "
            + "range repeatable restart return returning row rows select set similar skip some start symmetric then to "
            + "trailing union until using value values variadic version when where with without within zone"
    );

    private static readonly string[] Units = ["year", "month", "day", "hour", "minute", "second"];

    /// <summary>The text with casts and calls in their place; the same where there is nothing to write anew.</summary>
    public static string Readable(string text)
    {
        var sql = new SqlText(text);
        return sql.With(Edits(sql));
    }

    private static IEnumerable<(int First, int Last, string Now)> Edits(SqlText sql)
    {
        for (var index = 1; index < sql.Count; index++)
        {
            if (sql.KindAt(index) != SqlTokenKind.Parameter)
                continue;
            if (IsField(sql, index))
            {
                yield return (index - 2, index - 2, "date_part");
                yield return (index + 1, index + 1, ",");
            }
            else if (TypeBefore(sql, index) is { } first)
            {
                var type = sql.Between(first, index);
                type = type.Contains('"', StringComparison.Ordinal) ? type : type.ToLowerInvariant();
                var last = UnitsEnd(sql, index);
                yield return (first, last, $"cast({sql.In(index)} as {type})");
                index = last;
            }
        }
    }

    private static bool IsField(SqlText sql, int at) =>
        sql.Is(at - 2, "extract") && sql.Is(at - 1, '(') && sql.Is(at + 1, "from");

    /// <summary>Where the name of a type begins that a parameter stands behind, or null where it follows none:
    /// <c>schema.name(10, 2) with time zone</c> at most.</summary>
    private static int? TypeBefore(SqlText sql, int parameter)
    {
        var at = parameter - 1;
        var isZone = sql.Is(at, "zone") && sql.Is(at - 1, "time");
        if (isZone && (sql.Is(at - 2, "with") || sql.Is(at - 2, "without")))
            at -= 3;
        if (Modifiers(sql, at) is { } opened)
            at = opened - 1;
        if (sql.Is(at, "varying") || (sql.Is(at, "precision") && sql.Is(at - 1, "double")))
            at--;
        if (!IsName(sql, at))
            return null;
        if (sql.Is(at - 1, "national"))
            return at - 1;
        while (sql.Is(at - 1, '.') && sql.IsName(at - 2))
            at -= 2;
        return at;
    }

    private static int? Modifiers(SqlText sql, int close)
    {
        if (!sql.Is(close, ')'))
            return null;
        var at = close - 1;
        while (close - at <= MostModifiers && (sql.KindAt(at) == SqlTokenKind.Number || sql.Is(at, ',')))
            at--;
        return at < close - 1 && sql.Is(at, '(') ? at : null;
    }

    private static bool IsName(SqlText sql, int at) =>
        sql.IsName(at)
        && (
            sql.KindAt(at) == SqlTokenKind.QuotedName
            || sql[at].Length > LongestKeyword
            || !BeginsValue.Contains(sql.In(at).ToString())
        );

    /// <summary>The last token of <c>day to second(2)</c> behind an interval; the parameter where there is none.</summary>
    private static int UnitsEnd(SqlText sql, int parameter)
    {
        var last = parameter;
        if (!IsUnit(sql, last + 1))
            return last;
        last++;
        if (sql.Is(last + 1, "to") && IsUnit(sql, last + 2))
            last += 2;
        return Modifiers(sql, last + 3) == last + 1 ? last + 3 : last;
    }

    private static bool IsUnit(SqlText sql, int at) => Array.Exists(Units, word => sql.Is(at, word));
}
