using RgPolicy.Dbms.PostgreSql.Trials.Pgbench;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.Tests.PostgreSql.Trials.Pgbench;

/// <summary>Scripts of pgbench as a workload: which statements they have, and what is refused and where.</summary>
public sealed class PgbenchWorkloadTests
{
    private static readonly Dictionary<string, string> Given = new(StringComparer.Ordinal) { ["scale"] = "10" };

    [Fact]
    public void Read_Script_KnowsItsStatements()
    {
        var (script, _) = PgbenchScript.Read(
            new TrialScript(
                "s.sql",
                """
                -- the point read of pgbench -S
                \set aid random(1, 100000 * :scale)
                \set twice \
                  :aid * 2
                SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
                \sleep 5 ms
                \if :aid > 5
                select ':other; \shell ls' /* :unset ; */, $$\gset ;$$
                \endif
                """,
                2
            )
        );

        Assert.Equal(
            [
                ("s.sql#1", 2, "SELECT abalance FROM pgbench_accounts WHERE aid = :aid"),
                ("s.sql#2", 2, "select ':other; \\shell ls' /* :unset ; */, $$\\gset ;$$"),
            ],
            script!.Statements.Select(each => (each.Name, each.Weight, each.Text))
        );
    }

    [Theory]
    [InlineData("select 1;\n  \\gset", "s.sql:2:3: `\\gset` is not run here")]
    [InlineData("select 1 \\gset", "s.sql:1:10: `\\gset` is not run here")]
    [InlineData("select 1 \\; select 2;", "s.sql:1:10: `\\;` is not run here")]
    [InlineData("\\setshell x echo 1\nselect 1;", "s.sql:1:1: `\\setshell` is not run here")]
    [InlineData("select 1;\n\\shell rm -rf /", "s.sql:2:1: `\\shell` is not run here")]
    [InlineData("select 1;\n\\ \\\n SHELL rm -rf /", "s.sql:2:1: `\\SHELL` is not run here")]
    [InlineData("\\startpipeline\nselect 1;", "s.sql:1:1: `\\startpipeline` is not run here")]
    [InlineData("\\", "s.sql:1:1: `\\` is not run here")]
    [InlineData("select 'a;", "s.sql:1:1: a quote or a comment does not end")]
    [InlineData("-- nothing", "has no statement")]
    [InlineData("", "has no statement")]
    [InlineData("begin read write; select 1;", "lets its session write")]
    [InlineData("set transaction_read_only = off; select 1;", "lets its session write")]
    [InlineData("reset all; select 1;", "lets its session write")]
    [InlineData("set work_mem = '1MB'; select 1;", "which a sweep sets")]
    [InlineData("select pg_terminate_backend(1);", "which does more than read")]
    public void Read_WhatMayNotRun_IsAnErrorWithItsPlace(string text, string problem)
    {
        var (workload, said) = PgbenchWorkload.Read([new TrialScript("s.sql", text, 1)], Given);

        Assert.Null(workload);
        Assert.Contains(problem, said, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_SeveralScripts_HaveWeightsAndAHash()
    {
        TrialScript[] scripts = [new("a.sql", "begin; select 1; end;", 3), new("b.sql", "select 2", 1)];

        var (workload, _) = PgbenchWorkload.Read([.. scripts], Given);
        var (other, _) = PgbenchWorkload.Read([scripts[0] with { Weight = 2 }, scripts[1]], Given);

        Assert.Equal(scripts, workload!.Scripts);
        Assert.Equal(
            [("a.sql", 3), ("b.sql", 1)],
            workload.Statements.Select(statement => (statement.Name, statement.Weight))
        );
        Assert.NotEqual(workload.Hash, other!.Hash, StringComparer.Ordinal);
        Assert.Contains(
            "two scripts",
            PgbenchWorkload.Read([scripts[0], scripts[0]], Given).Problem,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Read_AnyText_IsReadOrRefused()
    {
        string[] words =
        [
            .. (string[])["\\set ", "\\sleep ", "x ", "1", " ", "\n", "\\\n", ";", ":x", "'", "\"", "$$", "--", "/*"],
            .. (string[])["*/", "select ", "\\", "\r\n", "::", "\u20ac", "random(1, 2)", "@", "\\if", "\\shell "],
        ];
        var random = new Random(9);
        for (var i = 0; i < 20_000; i++)
        {
            var text = string.Concat(random.GetItems(words, random.Next(25)));
            var (workload, problem) = PgbenchWorkload.Read([new TrialScript("s", text, 1)], Given);
            Assert.True(workload is null != problem is null, text);
        }
    }
}
