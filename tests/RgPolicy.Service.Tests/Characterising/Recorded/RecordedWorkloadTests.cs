using RgPolicy.Dbms.MySql.Trials;
using RgPolicy.Dbms.PostgreSql.Trials;
using RgPolicy.Engine.Workloads;
using RgPolicy.Plans;
using RgPolicy.Service.Characterising;
using static RgPolicy.Service.Tests.Suggesting.Workloads;

namespace RgPolicy.Service.Tests.Characterising.Recorded;

/// <summary>A recording as a workload: only what can be run again as it was, and the rest is said.</summary>
public sealed class RecordedWorkloadTests
{
    [Fact]
    public void Of_Queries_RunAsOftenAsTheyDidAgainstEachOther()
    {
        var (workload, problem) = RecordedWorkload.Of(
            Of(
                Query("select sum(a) from t where b = 'x;y'", 20),
                Query("select 1;", 5),
                // The same statement of another login.
                Query("select 1;", 5, login: "other"),
                Query("select 2", 100_000)
            ),
            "db",
            PostgresWorkload.ReadWhole
        );

        Assert.Null(problem);
        Assert.Equal(
            ["r1 2 select sum(a) from t where b = 'x;y'", "r2 1 select 1", "r3 100 select 2"],
            workload!.Statements.Select(each => $"{each.Name} {each.Weight} {each.Text}").ToArray()
        );
        Assert.Empty(workload.Notes);
    }

    [Theory]
    [InlineData("select a from t where id = $1", "parameters")]
    [InlineData("select a from t where id = ?", "parameters")]
    [InlineData("select 1; select 2", "parameters")]
    [InlineData("select 'abc", "parameters")]
    [InlineData("-- nothing", "parameters")]
    public void Of_TextThatCannotBeRun_IsLeftOutAndSaid(string text, string reason)
    {
        var (workload, _) = RecordedWorkload.Of(
            Of(Query(text, 7), Query("select 1", 1)),
            "",
            PostgresWorkload.ReadWhole
        );

        Assert.Single(workload!.Statements);
        Assert.StartsWith(
            "not run of the recording: 7 queries that have ",
            Assert.Single(workload.Notes),
            StringComparison.Ordinal
        );
        Assert.Contains(reason, workload.Notes[0], StringComparison.Ordinal);
    }

    [Fact]
    public void Of_OthersWork_IsLeftOutAndSaid()
    {
        var cut = Query("select cut", 1);
        var (workload, _) = RecordedWorkload.Of(
            Of(
                Query("select 1", 1),
                Query("insert into t values (1)", 3, StatementKind.Insert),
                cut with
                {
                    Statement = cut.Statement! with { IsTruncated = true },
                },
                cut with
                {
                    Statement = cut.Statement! with { Text = null },
                },
                cut with
                {
                    Session = cut.Session with { Database = "other" },
                }
            ),
            "db",
            PostgresWorkload.ReadWhole
        );

        Assert.Equal(
            [
                "not run of the recording: 3 queries that do not only read",
                "not run of the recording: 1 queries that have a text that is cut",
                "not run of the recording: 1 queries that have no text in it",
                "not run of the recording: 1 queries that ran in other databases",
            ],
            workload!.Notes.ToArray()
        );
    }

    [Fact]
    public void Of_SeveralDatabasesAndNoneNamed_IsRefused()
    {
        var here = Query("select 1", 1);
        var there = here with { Session = here.Session with { Database = "other" } };

        Assert.Contains(
            "2 databases: name one",
            RecordedWorkload.Of(Of(here, there), "", PostgresWorkload.ReadWhole).Problem,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Of_NothingThatCanBeRun_SaysSo() =>
        Assert.Contains(
            "no query that can be run again",
            RecordedWorkload.Of(Of(Query("select $1", 1)), "", PostgresWorkload.ReadWhole).Problem,
            StringComparison.Ordinal
        );

    [Fact]
    public void Of_ManyStatements_RunsThoseThatTookLongest()
    {
        var (workload, _) = RecordedWorkload.Of(
            Of([.. Enumerable.Range(0, 60).Select(i => Query($"select {i}", 1))]),
            "",
            PostgresWorkload.ReadWhole
        );

        Assert.Equal(50, workload!.Statements.Length);
        Assert.Contains("10 more are not", Assert.Single(workload.Notes), StringComparison.Ordinal);
    }

    [Fact]
    public void Of_MariaDb_ReadsItsTexts()
    {
        var (workload, _) = RecordedWorkload.Of(
            Of(Query("select `a` from t where b = \"x;y\"", 1), Query("select ?", 1)),
            "",
            MySqlWorkload.ReadWhole
        );

        Assert.Equal("select `a` from t where b = \"x;y\"", Assert.Single(workload!.Statements).Text);
    }

    private static StatementGroup Query(
        string text,
        long executions,
        StatementKind kind = StatementKind.Select,
        string login = "app"
    ) => Group(PlanShape.Scan, executions: executions, text: text, kind: kind, login: login);
}
