namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Leaks;

/// <summary>
/// A function of the server's that tells or does what it should not where the observer's role plans it. Its texts
/// divide by zero when planning runs it, so that it is seen.
/// </summary>
/// <param name="Name">What it reaches.</param>
/// <param name="Call">An expression that is never null; $n is the number of a view of the spy's, told by a secret.</param>
internal sealed record LeakAttack(string Name, string Call)
{
    private const string Secret = "ascii(substr(current_setting('primary_conninfo'), $i, 1))";

    public static IReadOnlyList<LeakAttack> All { get; } =
    [
        new("lock of a view", "pg_get_viewdef('spy.v$v'::regclass::oid)"),
        new("lock of the view that a secret names", $"pg_get_viewdef((ARRAY[$views])[1 + {Secret} % 8]::oid)"),
        new("lock of a view, indented", "pg_get_viewdef($view::oid, 40)"),
        new("lock of an index", "pg_get_indexdef($index::oid)"),
        new("lock by XML", "table_to_xmlschema($view::oid::regclass, true, true, '')::text"),
        new("rule of a view", "pg_get_ruledef($rule::oid)"),
        new("setting", "current_setting('primary_conninfo')"),
        new("setting that may be missing", "coalesce(current_setting('spy.nothing', true), 'x')"),
        new("name of a relation", "coalesce(to_regclass('spy.v$v')::text, 'x')"),
        new("cast to a name", "('spy.v$v'::regclass)::text"),
        new("right", "has_table_privilege($view::oid, 'SELECT')::text"),
        new("size of a file", "coalesce(pg_relation_filepath($view::oid::regclass), 'x')"),
        new("statistics of a table", "coalesce(pg_stat_get_live_tuples($view::oid), 0)::text"),
        new("comment", "coalesce(obj_description($view::oid, 'pg_class'), 'x')"),
        new("dictionary", "ts_lexize('english_stem', 'cats')::text"),
        new("XML path", "coalesce((xpath('count(//b[count(//b)])', '<a><b/></a>'))[1]::text, 'x')"),
        new("memory", "repeat('x', 1000 + $i)"),
        new("search words", "to_tsquery('english', 'cats')::text"),
        new("function as a field", "($view::oid).pg_get_viewdef"),
        new("value read by its type's oid", "array_in('{spy.v$v}'::cstring, 2205, -1)::text"),
        new("address of the server", "coalesce(inet_server_port(), 0)::text"),
        new("object's name", "pg_describe_object(1259, $view::oid, 0)"),
        new("column of a query without a name", "current_setting(q)")
        {
            Source = "LATERAL (SELECT 'primary_conninfo' AS q)",
            Since = 16,
        },
        new("column of VALUES without a name", "current_setting(column1)")
        {
            Source = "(VALUES ('primary_conninfo'))",
            Since = 16,
        },
        new("column of a query in parentheses", "current_setting(q)")
        {
            Source = "((SELECT 'primary_conninfo' AS q))",
            Since = 16,
        },
        new("column of a function without a name", "current_setting(lower)")
        {
            Source = "ROWS FROM (lower('PRIMARY_CONNINFO'))",
        },
        new("function as a field of one without a name", "lower.current_setting")
        {
            Source = "ROWS FROM (lower('PRIMARY_CONNINFO'))",
        },
    ];

    /// <summary>The first version that takes it.</summary>
    public int Since { get; init; }

    /// <summary>What FROM has beside, or null.</summary>
    public string? Source { get; init; }

    // Where planning computes an expression: conditions, limits, what is pulled up, lists, samples.
    private static readonly string[] Places =
    [
        "SELECT 1 FROM pg_class WHERE relname = $e",
        "SELECT 1 FROM pg_class c WHERE $e = c.relname AND c.oid > 5",
        "SELECT 1 FROM pg_class WHERE relname = ANY (ARRAY['a', $e])",
        "SELECT 1 FROM pg_class JOIN (SELECT $e AS x) s ON relname = s.x",
        "WITH s AS (SELECT $e AS x) SELECT 1 FROM pg_class, s WHERE relname = x",
        "SELECT 1 FROM pg_class, LATERAL (SELECT $e AS x) s WHERE relname < s.x",
        "SELECT 1 FROM pg_class, (VALUES ($e)) s(x) WHERE relname = x",
        "SELECT CASE WHEN relname = $e THEN 1 END FROM pg_class WHERE relname >= $e",
        "SELECT 1 FROM pg_class LIMIT length($e)",
        "SELECT 1 FROM pg_class WHERE relname BETWEEN 'a' AND $e ORDER BY 1 OFFSET length($e)",
        "SELECT 1 FROM pg_class c WHERE EXISTS (SELECT FROM pg_type t WHERE t.typname = $e AND t.typrelid = c.oid)",
        "SELECT 1 FROM pg_class, generate_series(1, length($e)) g",
        "(SELECT relname FROM pg_class WHERE relname LIKE $e) UNION ALL SELECT 'x'",
    ];

    private static readonly string[] Disguises =
    [
        "$f",
        "pg_catalog.$f",
        "\"$f\"",
        "pg_catalog . \"$f\"",
        "/* */ $f /* ( */",
    ];

    public override string ToString() => Name;

    /// <summary>The text whose planning certainly runs it, where nothing guards.</summary>
    public string Plain(LeakArena arena) =>
        Beside(Places[0]).Replace("$e", Expression(arena, new Random(1), "$f"), StringComparison.Ordinal);

    /// <summary>One of its texts: another place, spelling and view each time.</summary>
    public string Text(LeakArena arena, Random random)
    {
        var expression = Expression(arena, random, Disguises[random.Next(Disguises.Length)]);
        var text = Beside(Places[Source is null ? random.Next(Places.Length) : 0])
            .Replace("$e", expression, StringComparison.Ordinal);
        return random.Next(3) == 0 ? Mixed(text, random) : text;
    }

    private string Beside(string place) =>
        Source is null ? place : place.Replace("FROM pg_class", $"FROM pg_class, {Source}", StringComparison.Ordinal);

    private string Expression(LeakArena arena, Random random, string disguise)
    {
        var view = random.Next(LeakArena.Views);
        var call = Call.Replace("$views", string.Join(", ", arena.ViewOids), StringComparison.Ordinal)
            .Replace("$view", Number(arena.ViewOids[view]), StringComparison.Ordinal)
            .Replace("$index", Number(arena.Index), StringComparison.Ordinal)
            .Replace("$rule", Number(arena.Rule), StringComparison.Ordinal)
            .Replace("$v", Number(view), StringComparison.Ordinal)
            .Replace("$i", Number(1 + random.Next(20)), StringComparison.Ordinal);
        var paren = call.IndexOf('(', StringComparison.Ordinal);
        if (paren > 0 && call[..paren] is var name && !name.Contains("coalesce", StringComparison.Ordinal))
            call = disguise.Replace("$f", name, StringComparison.Ordinal) + call[paren..];
        return $"(1 / (0 * length({call})))::text";
    }

    /// <summary>The same in another case and spacing, outside of strings and names in quotes.</summary>
    public static string Mixed(string text, Random random)
    {
        var mixed = new StringBuilder();
        char? quote = null;
        foreach (var c in text)
        {
            if (quote is null && c is '\'' or '"')
                quote = c;
            else if (c == quote)
                quote = null;
            mixed.Append(quote is null && random.Next(2) == 0 ? char.ToUpperInvariant(c) : c);
            if (quote is null && c == ' ')
                mixed.Append(
                    random.Next(3) switch
                    {
                        0 => "\n",
                        1 => " /* ; */ ",
                        _ => "",
                    }
                );
        }

        return mixed.ToString();
    }

    private static string Number(long number) => number.ToString(CultureInfo.InvariantCulture);
}
