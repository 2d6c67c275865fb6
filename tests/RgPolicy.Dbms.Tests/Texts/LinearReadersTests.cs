using RgPolicy.Dbms.MySql.History;
using RgPolicy.Dbms.MySql.Sql;
using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.PostgreSql.Sql;
using RgPolicy.Dbms.PostgreSql.Sql.Names;
using RgPolicy.Dbms.Texts;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.Texts;

/// <summary>Whoever may connect chooses the texts that are read here. No reader takes more than a time that grows with
/// their length, and none calls itself as deep as a text is nested.</summary>
public sealed class LinearReadersTests
{
    private const int Short = 1_000;
    private const int Times = 8;
    private const int Long = 1 << 18;

    // Of what grows with the square of the length 64 times as much is expected, of what grows with it 8.
    private const int MostTimes = 28;
    private const int Attempts = 6;

    private static readonly TimeSpan Least = TimeSpan.FromMilliseconds(0.2);

    private static readonly string[] Classes =
    [
        "a",
        "7",
        " ",
        "\n",
        "+",
        "-",
        "*",
        "/",
        "=",
        "<",
        "@",
        "#",
        "&",
        "?",
        "$",
        "%",
        "'",
        "\"",
        "`",
        "\\",
        "(",
        ")",
        "[",
        "]",
        "{",
        ",",
        ".",
        ";",
        ":",
        "_",
        "\u00e9",
        "\u3042",
        "\u20ac",
        "\ud83d\ude00",
        "\ude00",
        "\0",
        "!",
        "e'",
        "--",
        "/*",
        "*/",
        "$$",
        "''",
    ];

    private static readonly string[] Repeated =
    [
        "/*!",
        "/*M!",
        "*/*",
        "$a$",
        "$a",
        "$1,",
        "(1),",
        "1,",
        "'a',",
        "-1,",
        "a.b,",
        "a.",
        "e'\\'",
        "u&\"",
        "u&'",
        "N'",
        "x'",
        "0x",
        "1_",
        "1e",
        "1.",
        "1e+",
        "'a'\n",
        "'a'--\n",
        "-- \n",
        "# \n",
        "/**/",
        "/*/",
        "[a",
        "a]]",
        "\"\"",
        "``",
        "select ",
        "(select ",
        "select (",
        "explain analyze ",
        "explain (analyze) ",
        "analyze ",
        "analyze format=json ",
        "set statement a=1 for ",
        "set autocommit=1;",
        "commit;",
        "begin;",
        "with a as (",
        "a as (select 1), ",
        "select 1 from a, ",
        "with a as (select 1) select * from (",
        "join a on ",
        "union ",
        "case ",
        "between $1 and $2 ",
        "a >= $1 and a < $1 and ",
        "limit $1 ",
        "date $1 ",
        "extract($1 from ",
        "for update ",
        "for update of a,",
        "insert into ",
        "on conflict ",
        "returning ",
        "copy (",
        "prepare a as ",
        "alter table a add ",
        "add column b, ",
        "values (1,null),",
        "null,",
        "default,",
        "a::int,",
        "::",
        "'a'::text,",
        "row(1),",
        "array[1],",
        "= any (",
        "using ",
        "where a in (1) and ",
        "x operator(pg_catalog.+) ",
        "is distinct from ",
        "rows from (",
        "with recursive a as (",
        "1..",
        "...",
        "?,",
        "as not materialized (",
        "password '",
        "identified by '",
        "from a#,",
        "a#.b,",
        "f(a#.b),",
        "with a# as (",
        "a# as (select 1), ",
        "lateral (select a#.b) ",
        "select a# as b from (",
        "in (a,",
    ];

    private static readonly string[] Beginnings =
    [
        "",
        "select '",
        "with a as (select 1) select ",
        "insert into a values ",
        "explain ",
        "update a set ",
        "with recursive a as (select 1",
    ];

    private const string Root = "Seq Scan on a  (cost=0.00..1.00 rows=1 width=4)";

    private static readonly SessionFacts Dump = new("a", "pg_dump", "", "d", false);

    public static TheoryData<string> Readers => [.. All.Select(reader => reader.Name)];

    private static readonly (string Name, Action<string> Read)[] All =
    [
        ("kind", text => StatementKindReader.FromText(text)),
        ("transaction control", text => TransactionControl.IsAll(text)),
        ("fingerprint of PostgreSQL", text => StatementForm.Fingerprint(text, SqlDialect.PostgreSql)),
        ("statement of PostgreSQL", text => StatementTextReader.Read(text)),
        ("route", text => PlanRouter.Route(new StatementFacts(StatementKindReader.FromText(text), "", text, false))),
        ("names", text => NameReader.Read(text)),
        ("size of the plan", text => PlanningSize.Problem(new SqlText(text))),
        ("kept text of PostgreSQL", text => RedactedText.Of(text, "postgresql")),
        ("kept text of MariaDB", text => RedactedText.Of(text, "mariadb")),
        ("kept text of SQL Server", text => RedactedText.Of(text, "sqlserver")),
        ("typed parameters", text => TypedParameters.Readable(text)),
        ("ranges", text => RangeParameters.Narrow(text)),
        ("pages", text => PageParameters.Replace(text)),
        ("batch", text => new SqlText(text).Statements().Count()),
        ("dump", text => DumpStatement.Exemption(Dump, new StatementFacts(StatementKind.Select, "", text, false))),
        ("reading part", text => _ = (ReadingPart.Of(text), ReadingPart.WithoutLocks(text))),
        ("prepared", text => PrepareStatement.Read(text)),
        ("MySQL", ReadMySql),
        ("digest", text => DigestForm.Of(text)),
        ("digest's length", text => DigestLength.MayBeCut(text, 1024)),
        ("plan as text", text => PlanReader.Read($"{Root}\n  Filter: ({text})", new PlanReaderOptions())),
        ("plan in a log", text => PlanReader.Read($"Query Text: {text}\n{Root}", new PlanReaderOptions())),
        ("mask of PostgreSQL", text => LiteralMask.Of(text, "postgresql")),
        ("mask of MySQL", text => LiteralMask.Of(text, "mysql")),
        ("mask of SQL Server", text => LiteralMask.Of(text, "sqlserver")),
    ];

    [Theory]
    [MemberData(nameof(Readers))]
    public void Read_TextEightTimesAsLong_TakesAboutEightTimes(string reader)
    {
        var read = Array.Find(All, each => each.Name == reader).Read;
        read("select 1");

        var slow = Texts().Where(text => !IsLinear(read, text.Beginning, text.Repeated)).ToArray();

        Assert.Empty(slow);
    }

    [Theory]
    [MemberData(nameof(Readers))]
    public void Read_LongText_CallsItselfNoDeeper(string reader)
    {
        var read = Array.Find(All, each => each.Name == reader).Read;

        foreach (var text in Classes.Concat(Repeated))
            read(Text("", text, Long));
    }

    private static IEnumerable<(string Beginning, string Repeated)> Texts()
    {
        foreach (var one in Classes)
        foreach (var other in Classes)
            yield return ("", one == other ? one : one + other);
        foreach (var beginning in Beginnings)
        foreach (var each in Repeated)
            yield return (beginning, each);
    }

    private static bool IsLinear(Action<string> read, string beginning, string repeated)
    {
        var (few, many) = (Text(beginning, repeated, Short), Text(beginning, repeated, Times * Short));
        // Whatever holds up one attempt, such as a collection, holds up not all of them.
        for (var attempt = 0; attempt < Attempts; attempt++)
            if (Elapsed(read, many) < MostTimes * Max(Elapsed(read, few), Least))
                return true;
        return false;
    }

    private static TimeSpan Max(TimeSpan one, TimeSpan other) => one > other ? one : other;

    private static TimeSpan Elapsed(Action<string> read, string text)
    {
        var began = ThreadClock.Now;
        read(text);
        return ThreadClock.Now - began;
    }

    /// <summary>A number in the place of each number sign behind a letter, so that names differ.</summary>
    private static string Text(string beginning, string repeated, int length) =>
        beginning
        + string.Concat(
            Enumerable
                .Range(0, (length / repeated.Length) + 1)
                .Select(i => repeated.Length > 2 ? repeated.Replace("a#", $"a{i}", StringComparison.Ordinal) : repeated)
        );

    private static void ReadMySql(string text)
    {
        var tokens = SqlLexer.Tokens(text, SqlDialect.MySql);
        MySqlKinds.Of(text, tokens);
        StatementForm.Fingerprint(text, SqlDialect.MySql, tokens);
        MySqlTransactionControl.IsAll(text, tokens);
    }
}
