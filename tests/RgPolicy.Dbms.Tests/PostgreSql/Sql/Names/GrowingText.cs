namespace RgPolicy.Dbms.Tests.PostgreSql.Sql.Names;

/// <summary>
/// A kind of text whose expressions at least double with each level, without a look at interrupts: 24 levels take minutes
/// and more memory than a server has.
/// </summary>
/// <param name="Name">What the server writes in the place of something else.</param>
/// <param name="First">The innermost level.</param>
/// <param name="Next">Each further one; @ is the one before, # its number.</param>
/// <param name="Last">The text around all of them.</param>
internal sealed record GrowingText(string Name, string First, string Next, string Last)
{
    private const string Source = "SELECT relname::text AS x FROM pg_catalog.pg_class";

    public static IReadOnlyList<GrowingText> All { get; } =
    [
        new("query in FROM", Source, "SELECT x || x AS x FROM (@) s#", "@"),
        new("constant", "SELECT 'a'::text AS x", "SELECT x || x AS x FROM (@) s#", "@"),
        new("bare label", Source, "SELECT x || x x FROM (@) s#", "@"),
        new("label AS or CASE before FROM", Source, "SELECT x || x AS x, 1 case FROM (@) s#", "@"),
        new("label VALUES", Source, "SELECT x || x AS x, 1 values FROM (@) s#", "@"),
        new("WITHIN GROUP", Source, "SELECT mode() WITHIN GROUP (ORDER BY x || x) AS x FROM (@) s#", "@"),
        new(
            "IS DISTINCT FROM",
            Source,
            "SELECT (x IS DISTINCT FROM x)::text AS x, x IS DISTINCT FROM x AS y FROM (@) s#",
            "@"
        ),
        new(
            "names in quotes",
            Source.Replace("AS x", "AS \"X\"", StringComparison.Ordinal),
            "SELECT s#.\"X\" || \"s#\".\"X\" AS \"X\" FROM (@) AS \"s#\"",
            "@"
        ),
        new("row of the table", Source, "SELECT s#.x || s#.x AS x FROM (@) s#", "@"),
        new("other names for columns", Source, "SELECT y || y FROM (@) s#(y)", "@"),
        new("star", Source, "SELECT * FROM (SELECT (x), x || x AS x FROM (@) s#) t#(z, x)", "@"),
        new("star behind a value", Source, "SELECT x || x AS x FROM (SELECT (1), * FROM (@) s#) t#", "@"),
        new("parentheses", Source, "SELECT x || x AS x FROM (((@))) s#", "@"),
        new("parentheses of a join", Source, "SELECT x || x AS x FROM ((@) s# CROSS JOIN pg_catalog.pg_class c#)", "@"),
        new(
            "join in parentheses",
            Source,
            "SELECT x FROM ((pg_catalog.pg_class a# JOIN pg_catalog.pg_class b# ON true) JOIN (SELECT x || x AS x FROM (@) s#) t# ON true)",
            "@"
        ),
        new("UNION ALL", Source, "SELECT x || x AS x FROM (@ UNION ALL SELECT 'a') s#", "@"),
        new(
            "UNION ALL, by place",
            Source,
            "SELECT x || x AS x FROM (SELECT 'a' AS x UNION ALL (SELECT y FROM (@) u#(y))) s#",
            "@"
        ),
        new("UNION ALL of parentheses", Source, "SELECT x || x AS x FROM ((SELECT 'a' AS x) UNION ALL (@)) s#", "@"),
        new("CASE", Source, "SELECT CASE WHEN x > 'a' THEN x END AS x FROM (@) s#", "@"),
        new("scalar query", Source, "SELECT (SELECT y FROM (SELECT x || x AS y) q#) AS x FROM (@) s#", "@"),
        new("LATERAL", "(SELECT 'a'::text AS x) c0", "@, LATERAL (SELECT c-.x || c-.x AS x) c#", "SELECT c=.x FROM @"),
        new(
            "query in LATERAL",
            "(SELECT 'a'::text AS x) c0",
            "@ CROSS JOIN LATERAL (SELECT y FROM (SELECT c-.x || c-.x AS y) q) c#(x)",
            "SELECT c=.x FROM @"
        ),
        new("VALUES", "(SELECT 'a'::text AS x) c0", "@, LATERAL (VALUES (c-.x || c-.x)) c#(x)", "SELECT c=.x FROM @"),
        new("row of a query", "SELECT 'a'::text AS x", "SELECT ROW(s#, s#) AS x FROM (@) s#", "@"),
        new("row as a string", "SELECT '\"'::text AS x", "SELECT '' || s# AS x FROM (@) AS s#", "@"),
        new(
            "row of a WITH query",
            "c0 AS (SELECT 'a'::text AS x)",
            "@, c# AS (SELECT ROW(c-, c-) AS x FROM c-)",
            "WITH @ SELECT * FROM c="
        ),
        new("hexadecimal digits", "'a'", "encode((@)::bytea, 'hex')", "SELECT @"),
        new("hexadecimal digits of a cast", "'a'", "substr(CAST(CAST(@ AS bytea) AS text), 3)", "SELECT @"),
        new("backslashes", "'\"'::text", "to_json(@)::text", "SELECT @"),
        new("quotes of rows", "'\"'::text", "('' || (@, 1))", "SELECT @"),
        new("quotes of rows behind THEN", "'\"'::text", "('' || CASE WHEN true THEN (@, 1) END)", "SELECT @"),
        new("quotes of arrays", "'\"'::text", "(ARRAY[@])::text", "SELECT @"),
        new("BETWEEN", "1", "(@ BETWEEN 1 AND 2)::int", "SELECT @"),
        new("BETWEEN behind CASE", "1", "CASE WHEN 1 + @ BETWEEN 1 AND 2 THEN 1 END", "SELECT @"),
        new(
            "BETWEEN of a field called as",
            "1",
            "((SELECT r FROM (SELECT (@)::int AS \"as\") r)).as BETWEEN 1 AND 2",
            "SELECT @"
        ),
        new(
            "BETWEEN of a query of a query",
            "1",
            "((SELECT a FROM (SELECT @ AS a) r) BETWEEN 1 AND 2)::int",
            "SELECT @"
        ),
        new("NOT BETWEEN SYMMETRIC", "1", "(@ NOT BETWEEN SYMMETRIC 1 AND 2)::int", "SELECT @"),
        new("SYMMETRIC, on the right", "1", "(1 BETWEEN SYMMETRIC @ AND 2)::int", "SELECT @"),
        new("IN", "c.oid", "(@ IN (c.oid, c.relnamespace))::int", "SELECT @ FROM pg_catalog.pg_class c"),
        new(
            "NOT IN with a name of VALUES",
            "v.values",
            "(@ NOT IN (values, c.oid))::int::oid",
            "SELECT @ FROM pg_catalog.pg_class c, (SELECT 1::oid AS values) v"
        ),
        new("row's star", "ROW(1, 2)", "ROW((@).*)", "SELECT @"),
        new(
            "WITH query in FROM",
            "c0 AS (SELECT 'a'::text AS x)",
            "@, c# AS (SELECT x || x AS x FROM c-)",
            "WITH @ SELECT * FROM c="
        ),
        new(
            "WITH query, in its parentheses",
            "c0 AS ((SELECT 'a'::text AS x))",
            "@, c# AS ((SELECT x || x AS x FROM c-))",
            "WITH @ SELECT * FROM c="
        ),
        new(
            "WITH query with columns",
            "c0(x) AS (SELECT 'a'::text)",
            "@, c#(x) AS (SELECT x || x FROM c-)",
            "WITH @ TABLE c="
        ),
        new(
            "WITH queries copied",
            "c0 AS NOT MATERIALIZED (SELECT 1 AS x)",
            "@, c# AS NOT MATERIALIZED (SELECT a.x FROM c- a, c- b)",
            "WITH @ SELECT * FROM c="
        ),
        new(
            "WITH queries copied in a join",
            "c0 AS NOT MATERIALIZED (SELECT 1 AS x)",
            "@, c# AS NOT MATERIALIZED (SELECT a.x FROM ((c- a JOIN pg_catalog.pg_class p ON true) JOIN c- b ON true))",
            "WITH @ SELECT * FROM c="
        ),
        new(
            "WITH query called recursive",
            "recursive AS (SELECT 'a'::text AS x), c0 AS (SELECT x || x AS x FROM recursive)",
            "@, c# AS (SELECT x || x AS x FROM c-)",
            "WITH @ SELECT * FROM c="
        ),
    ];

    public override string ToString() => Name;

    /// <summary>The text of so many levels.</summary>
    public string Text(int levels)
    {
        var text = First;
        for (var level = 1; level <= levels && text.Length < 200_000; level++)
            text = Next.Replace("#", Number(level), StringComparison.Ordinal)
                .Replace("c-", $"c{Number(level - 1)}", StringComparison.Ordinal)
                .Replace("@", text, StringComparison.Ordinal);
        return Last.Replace("c=", $"c{Number(levels)}", StringComparison.Ordinal)
            .Replace("@", text, StringComparison.Ordinal);
    }

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);
}
