using RgPolicy.Dbms.PostgreSql.Trials;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.Tests.PostgreSql.Trials;

/// <summary>Scripts of pgbench as a workload: what they run, and what is refused and where.</summary>
public sealed class PostgresScriptsTests
{
    private static readonly Dictionary<string, string> Given = new(StringComparer.Ordinal) { ["scale"] = "10" };

    [Fact]
    public void Read_Script_RunsItsStatementsWithDrawnValues()
    {
        var workload = Read(
            """
            -- the point read of pgbench -S
            \set aid random(1, 100000 * :scale)
            \set twice \
              :aid * 2
            SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
            \sleep 5 ms
            select :aid::text || ':aid', a[1:2], :twice, ':other' /* :unset */
            \sleep 10us
            """
        );

        Assert.Equal(["s.sql#1", "s.sql#2"], workload.Statements.Select(each => each.Name).ToArray());
        Assert.Equal("SELECT abalance FROM pgbench_accounts WHERE aid = :aid", workload.Statements[0].Text);
        var steps = workload.Units.Single().Begin(0, new Random(1)).ToArray();
        var aid = steps[0].Statement!.Text.Split("= ", StringSplitOptions.None)[1];
        Assert.InRange(int.Parse(aid, System.Globalization.CultureInfo.InvariantCulture), 1, 1_000_000);
        Assert.Equal(TimeSpan.FromMilliseconds(5), steps[1].Pause);
        Assert.StartsWith(
            $"select {aid}::text || '{aid}', a[1:2], ",
            steps[2].Statement!.Text,
            StringComparison.Ordinal
        );
        Assert.EndsWith(", ':other'", steps[2].Statement!.Text, StringComparison.Ordinal);
        Assert.Equal(TimeSpan.FromMicroseconds(10), steps[3].Pause);
    }

    [Fact]
    public void Begin_SameSeed_DrawsTheSameAndAnotherClientKnowsItsNumber()
    {
        var unit = Read("\\set x random(1, 1000000000)\nselect :x, :client_id;").Units.Single();

        string Text(int client, int seed) => unit.Begin(client, new Random(seed)).Single().Statement!.Text;

        Assert.Equal(Text(0, 1), Text(0, 1));
        Assert.NotEqual(Text(0, 1), Text(0, 2), StringComparer.Ordinal);
        Assert.EndsWith(", 3", Text(3, 1), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("select 1;\n  \\gset", "s.sql:2:3: `\\gset` is not read")]
    [InlineData("select 1 \\gset", "s.sql:1:10: `\\gset` is not read")]
    [InlineData("\\if 1\nselect 1;\n\\endif", "s.sql:1:1: `\\if` is not read")]
    [InlineData("\\setrandom x 1 2\nselect 1;", "s.sql:1:1: `\\setrandom` is not read")]
    [InlineData("select 1;\n\\shell rm -rf /", "s.sql:2:1: `\\shell` is not read")]
    [InlineData("\\", "s.sql:1:1: a command is expected")]
    [InlineData("select 1;\nselect :x;", "s.sql:2:8: `:x` is set nowhere before")]
    [InlineData("select :x;\n\\set x 1", "s.sql:1:8: `:x` is set nowhere before")]
    [InlineData("\\set x 1 + luck(2)\nselect 1;", "s.sql:1:12: there is no function `luck`")]
    [InlineData("\\set x 1 + \\\n  luck(2)\nselect 1;", "s.sql:2:3: there is no function `luck`")]
    [InlineData("\\set\nselect 1;", "s.sql:1:5: the name of a variable is expected")]
    [InlineData("\\set 1x 2\nselect 1;", "the name of a variable is expected")]
    [InlineData("\\sleep 1 h\nselect 1;", "`h` is no unit")]
    [InlineData("\\sleep 1 s s\nselect 1;", "a number and a unit")]
    [InlineData("\\sleep 1+1 s\nselect 1;", "a whole number or a variable")]
    [InlineData("select 'a;", "s.sql:1:8: what begins here does not end")]
    [InlineData("-- nothing", "has no statement")]
    [InlineData("", "has no statement")]
    [InlineData("begin read write; select 1;", "lets its session write")]
    [InlineData("set transaction_read_only = off; select 1;", "lets its session write")]
    [InlineData("reset all; select 1;", "lets its session write")]
    public void Read_WhatIsNotRead_IsAnErrorWithItsPlace(string text, string problem)
    {
        var (workload, said) = PostgresScripts.Read([("s.sql", text, 1)], Given);

        Assert.Null(workload);
        Assert.Contains(problem, said, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_SeveralScripts_AreUnitsWithWeights()
    {
        var (workload, _) = PostgresScripts.Read(
            [("a.sql", "begin; select 1; end;", 3), ("b.sql", "select 2", 1)],
            Given
        );

        Assert.Equal([3, 1], workload!.Units.Select(unit => unit.Weight));
        Assert.Equal([3, 3, 3, 1], workload.Statements.Select(each => each.Weight));
        Assert.Contains(
            "two scripts",
            PostgresScripts.Read([("a", "select 1", 1), ("a", "select 1", 1)], Given).Problem,
            StringComparison.Ordinal
        );
        Assert.NotEqual(
            workload.Hash,
            PostgresScripts
                .Read([("a.sql", "begin; select 1; end;", 2), ("b.sql", "select 2", 1)], Given)
                .Workload!.Hash,
            StringComparer.Ordinal
        );
    }

    [Fact]
    public void Begin_ValueThatCannotBe_IsToldWithItsPlace()
    {
        var unit = Read("\\set x 1\n\\set y 1 / (:x - 1)\nselect :y;").Units.Single();

        var problem = Assert.Throws<TrialException>(() => unit.Begin(0, new Random(1)).ToArray());

        Assert.Equal("s.sql:2:10: `/`: division by zero", problem.Message);
        Assert.False(problem.IsOver);
    }

    [Fact]
    public void Read_AnyText_IsReadOrRefused()
    {
        string[] words =
        [
            "\\set ",
            "\\sleep ",
            "x ",
            "1",
            " ",
            "\n",
            "\\\n",
            ";",
            ":x",
            "'",
            "\"",
            "$$",
            "--",
            "/*",
            "*/",
            "select ",
            "\\",
            "\r\n",
            "::",
            "\u20ac",
            "random(1, 2)",
            "@",
            "\\if",
        ];
        var random = new Random(9);
        for (var i = 0; i < 20_000; i++)
        {
            var text = string.Concat(random.GetItems(words, random.Next(25)));
            var (workload, problem) = PostgresScripts.Read([("s", text, 1)], Given);
            Assert.True(workload is null != problem is null, text);
        }
    }

    private static TrialWorkload Read(string text)
    {
        var (workload, problem) = PostgresScripts.Read([("s.sql", text, 1)], Given);
        Assert.Null(problem);
        return workload!;
    }
}
