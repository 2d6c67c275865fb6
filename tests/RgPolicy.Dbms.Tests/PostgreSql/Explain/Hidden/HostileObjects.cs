namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Hidden;

/// <summary>Draws chains of the DBA's objects at whose end a function of the application's stands: types inside types,
/// operators over casts, views over functions. Each chain ends in texts whose planning comes to that function on most
/// ways.</summary>
internal sealed class HostileObjects(int seed)
{
    private readonly Random _random = new(seed);
    private readonly List<string> _made = [];
    private int _names;

    /// <summary>Where all of it is made.</summary>
    public string Schema { get; } = FormattableString.Invariant($"s{seed}");

    /// <summary>One chain.</summary>
    /// <returns>What makes it, and the texts.</returns>
    public (string[] Setup, string[] Texts) Draw()
    {
        var texts = _random.Next(2) == 0 ? OfType() : OfExpression();
        return ([.. _made], texts);
    }

    /// <summary>A type whose input comes to the trap.</summary>
    private string[] OfType()
    {
        var (type, input) = Domain();
        for (var layers = _random.Next(4); layers > 0; layers--)
            (type, input) = Around(type, input);
        var literal = "'" + input.Replace("'", "''", StringComparison.Ordinal) + "'";
        var table = Name();
        Make($"CREATE TABLE {table} (id int, c {type})");
        var view = Name();
        Make($"CREATE VIEW {view} AS SELECT id, c FROM {table} WHERE id > 1");
        return
        [
            $"SELECT {literal}::{type}",
            $"SELECT CAST({literal} AS {type})",
            $"SELECT {type} {literal}",
            $"SELECT ARRAY[{literal}]::{type}[]",
            $"SELECT id FROM {table} WHERE c IS NOT DISTINCT FROM {literal}",
            $"SELECT id FROM {view} WHERE c IS NOT DISTINCT FROM {literal}",
            $"SELECT 1 FROM kept.bills WHERE note = (({literal}::{type})::text)",
            $"SELECT x.c FROM (SELECT {literal}::{type} AS c) x",
            $"WITH x AS (SELECT {literal}::{type} AS c) SELECT * FROM x",
            $"SELECT coalesce(NULL, {literal}::{type})",
        ];
    }

    private (string Type, string Input) Domain()
    {
        var type = Name();
        Make(
            Draw(
                $"CREATE DOMAIN {type} AS text CHECK (public.trap_text(VALUE))",
                $"CREATE DOMAIN {type} AS text CHECK (length(VALUE) > 0) CHECK (public.trap_text(VALUE) OR VALUE = 'y')"
            )
        );
        return (type, "x");
    }

    private (string Type, string Input) Around(string inner, string input)
    {
        var type = Name();
        switch (_random.Next(5))
        {
            case 0:
                Make($"CREATE TYPE {type} AS (a int, b {inner})");
                return (type, $"(1,{Quoted(input)})");
            case 1:
                Make($"CREATE DOMAIN {type} AS {inner}");
                return (type, input);
            case 2:
                Make($"CREATE DOMAIN {type} AS {inner}[]");
                return (type, $"{{{Quoted(input)}}}");
            case 3:
                Make($"CREATE DOMAIN {type} AS text CHECK (VALUE::{inner} IS NOT NULL)");
                return (type, input);
            default:
                Make($"CREATE TABLE {type} (first {inner}, second int)");
                return (type, $"({Quoted(input)},)");
        }
    }

    /// <summary>An expression over a number that comes to the trap.</summary>
    private string[] OfExpression()
    {
        var expression = Call();
        for (var layers = _random.Next(3); layers > 0; layers--)
            expression = Around(expression);
        var used = expression("7");
        var view = Name();
        Make($"CREATE VIEW {view} AS SELECT id, {expression("5")} AS e FROM kept.bills");
        var over = Name();
        Make($"CREATE VIEW {over} AS SELECT * FROM {view} WHERE id > 3");
        var table = Name();
        Make($"CREATE TABLE {table} (id int)");
        Make(
            Draw(
                $"CREATE INDEX ON {table} (id) WHERE {expression("5")} > 0",
                $"CREATE INDEX ON {table} (({expression("id")}))",
                $"CREATE STATISTICS {Name()} ON ({expression("5")}), ({expression("id")}) FROM {table}",
                $"ALTER TABLE {table} ADD CHECK ({expression("5")} > 0)"
            )
        );
        var parted = Name();
        Make($"CREATE TABLE {parted} (id int) PARTITION BY RANGE (({expression("id")}))");
        return
        [
            $"SELECT {used}",
            $"SELECT 1 FROM kept.bills WHERE id = {used}",
            $"SELECT * FROM {view}",
            $"SELECT * FROM {over} WHERE e = 1",
            $"SELECT * FROM {table} WHERE id = 1",
            $"SELECT * FROM {parted} WHERE id = 1",
            $"SELECT count(*) FILTER (WHERE {used} > 0) FROM kept.bills",
            $"SELECT * FROM kept.bills ORDER BY {used}",
            $"SELECT (SELECT {used} FROM kept.bills LIMIT 1)",
            $"SELECT * FROM generate_series(1, {used})",
        ];
    }

    private Func<string, string> Call()
    {
        var name = Name();
        switch (_random.Next(5))
        {
            case 0:
                return n => $"public.trap_inc({n})";
            case 1:
                Make($"CREATE FUNCTION {name}(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT public.trap_inc($1)'");
                return n => $"{name}({n})";
            case 2:
                Make($"CREATE FUNCTION {name}(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT public.trap_inc($1)'");
                return n => $"({n}::int).{Bare(name)}";
            case 3:
                Make(
                    $"CREATE FUNCTION {name}(a int, b int DEFAULT public.trap_inc(1)) RETURNS int LANGUAGE internal IMMUTABLE AS 'int4pl'"
                );
                return n => $"{name}({n})";
            default:
                Make($"CREATE OPERATOR {Schema}.~% (RIGHTARG = int, FUNCTION = public.trap_inc)");
                return n => $"(OPERATOR({Schema}.~%) {n})";
        }
    }

    private Func<string, string> Around(Func<string, string> inner)
    {
        var name = Name();
        switch (_random.Next(4))
        {
            case 0:
                Make(
                    $"CREATE FUNCTION {name}(int) RETURNS int LANGUAGE sql IMMUTABLE AS $${"SELECT " + inner("$1")}$$"
                );
                return n => $"{name}({n})";
            case 1:
                Make($"CREATE TYPE {name} AS (v int)");
                Make(
                    $"CREATE FUNCTION {name}_of(int) RETURNS {name} LANGUAGE plpgsql IMMUTABLE AS $$BEGIN RETURN ROW({inner("$1")}); END$$"
                );
                Make($"CREATE CAST (int AS {name}) WITH FUNCTION {name}_of(int)");
                return n => $"((({n})::int::{name}).v)";
            case 2:
                return n => $"(CASE WHEN {inner(n)} > 0 THEN {n} ELSE 0 END)";
            default:
                return n => $"abs({inner(n)})";
        }
    }

    private void Make(string sql) => _made.Add(sql);

    private string Draw(params string[] from) => from[_random.Next(from.Length)];

    private string Name() => FormattableString.Invariant($"{Schema}.o{++_names}");

    private string Bare(string name) => name[(Schema.Length + 1)..];

    private static string Quoted(string input) =>
        "\""
        + input.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)
        + "\"";
}
