using RgPolicy.Dbms.Fetching;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.PostgreSql.Poll;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.PostgreSql.Poll;

public sealed class QueryTableTests
{
    private static readonly DateTime Now = new(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc);
    private static readonly DateTime Later = Now.AddMilliseconds(1);

    [Theory]
    [InlineData(7, 7, false, false)]
    [InlineData(7, 8, true, true)]
    [InlineData(0, 0, true, true)]
    public void Add_TextOfTheNextExecution_IsTheQuerysByItsIdOrOfWhatRunsByNow(
        long seen,
        long queryId,
        bool isRunning,
        bool takesItsPlace
    )
    {
        var table = Seen(seen, expectsQueryIds: seen != 0);

        table.Add([Text(Later, queryId, isRunning)]);

        var query = Assert.Single(table.Ordered);
        Assert.Equal(
            (takesItsPlace ? Later : Now, queryId, "select 1"),
            (query.Row.Started, query.Row.QueryId, query.Statement?.Facts.Text)
        );
        Assert.Equal(
            (queryId, new StatementKey(1, query.Statement!.Facts.Fingerprint!, Login: 1)),
            (query.Statement.QueryId, query.Statement.Key)
        );
    }

    [Theory]
    [InlineData(8, false)]
    [InlineData(0, true)]
    public void Add_TextOfAnotherQueryThatEndedOrHasNoIdYet_IsNotUsed(long queryId, bool isRunning)
    {
        var table = Seen(queryId: 7, expectsQueryIds: true);

        table.Add([Text(Later, queryId, isRunning)]);

        var query = Assert.Single(table.Ordered);
        Assert.Equal((Now, null), (query.Row.Started, query.Statement));
    }

    [Fact]
    public void Update_QueryIdShowsAfterTheText_IsTheSameExecutionByItsId()
    {
        var table = Seen(queryId: 0, expectsQueryIds: false);
        table.Add([Text(Now, queryId: 0, isRunning: true)]);
        var before = Assert.Single(table.Ordered);
        before.Answer = PlanAnswer.None("its text is cut");

        table.Update(Snapshot(7));

        var query = Assert.Single(table.Ordered);
        Assert.Same(before, query);
        Assert.Equal((7L, "7", 2), (query.Statement?.QueryId, query.Statement?.Facts.Fingerprint, query.Sightings));
        Assert.Null(query.Answer);
        Assert.Empty(table.MissingTexts());
    }

    [Fact]
    public void Update_QueryIdShowsAfterThePlan_KeepsThePlan()
    {
        var table = Seen(queryId: 0, expectsQueryIds: false);
        table.Add([Text(Now, queryId: 0, isRunning: true)]);
        var plan = table.Ordered[0].Answer = PlanAnswer.Lasting(
            PlanFacts.Pending with
            {
                State = PlanState.Known,
                Profile = StatementProfile.FromKind(StatementKind.Utility),
            }
        );

        table.Update(Snapshot(7));

        Assert.Same(plan, Assert.Single(table.Ordered).Answer);
    }

    [Fact]
    public void Update_QueryIdIsNotTheOneThatTheTextHadBefore_ForgetsThePlan()
    {
        var table = Seen(queryId: 7, expectsQueryIds: true);
        table.Add([Text(Now, queryId: 7, isRunning: true)]);
        table.Update(Snapshot(0));
        table.Add([Text(Now, queryId: 0, isRunning: true)]);
        var query = Assert.Single(table.Ordered);
        Assert.True(query.IsIdInferred);
        query.Answer = PlanAnswer.Lasting(
            PlanFacts.Pending with
            {
                State = PlanState.Known,
                Profile = StatementProfile.FromKind(StatementKind.Utility),
            }
        );

        table.Update(Snapshot(8));

        Assert.Equal((null, false, 8L), (query.Answer, query.IsIdInferred, query.Statement?.QueryId));
    }

    /// <summary>A later execution of a statement that is known by its id: its text is read unless that would come too
    /// late for what reads little, and then its constants are its own.</summary>
    [Theory]
    [InlineData("select 1", false, 0.01, true)]
    [InlineData("select 1", true, 0.01, false)]
    [InlineData("select 1", true, 0.11, true)]
    [InlineData("select a from t where b = $1", false, 0.11, false)]
    [InlineData("select a from t where b in ($1, $2)", false, 0.11, true)]
    [InlineData("select a from t where b is null", false, 0.11, true)]
    public void MissingTexts_LaterExecution_AreThoseOfOtherConstants(
        string text,
        bool readsLittle,
        double age,
        bool expected
    )
    {
        var table = Seen(queryId: 7, expectsQueryIds: true);
        table.Add([Text(Now, queryId: 7, isRunning: true) with { Query = text }]);
        table.Ordered[0].Statement!.Expectation.ReadsLittle = readsLittle;
        Assert.False(table.Ordered[0].IsTextOfAnother);
        table.Update(new ActivitySnapshot { Time = Later });

        table.Update(Snapshot(7, Later, Later.AddSeconds(age)));

        Assert.Equal(expected ? [100] : [], table.MissingTexts());
    }

    [Fact]
    public void Add_OwnTextOfALaterExecution_IsItsStatementWithItsConstants()
    {
        var table = Seen(queryId: 7, expectsQueryIds: true);
        table.Add([Text(Now, queryId: 7, isRunning: true)]);
        var first = table.Ordered[0];
        table.Update(new ActivitySnapshot { Time = Later });
        table.Update(Snapshot(7, Later, Later));
        var second = Assert.Single(table.Ordered);
        second.Answer = PlanAnswer.None("another's");
        Assert.True(second.IsTextOfAnother);

        table.Add([Text(Later, queryId: 7, isRunning: true) with { Query = "select 2" }]);

        Assert.Equal(
            ("select 2", "7", false),
            (second.Statement!.Facts.Text, second.Statement.Facts.Fingerprint, second.IsTextOfAnother)
        );
        Assert.Null(second.Answer);
        Assert.NotEqual(first.Constants, second.Constants);
        Assert.Equal(first.Statement!.Key, second.Statement.Key);
    }

    [Fact]
    public void Update_AnotherStatementOfABatch_IsAnotherQuery()
    {
        var table = Seen(queryId: 7, expectsQueryIds: true);
        var first = Assert.Single(table.Ordered);

        table.Update(Snapshot(8));

        Assert.NotSame(first, Assert.Single(table.Ordered));
    }

    [Fact]
    public void Add_TextShowsTheIdThatThePollDidNot_IsKnownByTheId()
    {
        var table = Seen(queryId: 0, expectsQueryIds: false);

        table.Add([Text(Now, queryId: 7, isRunning: true)]);

        var query = Assert.Single(table.Ordered);
        Assert.Equal((7, "7"), (query.Row.QueryId, query.Statement?.Facts.Fingerprint));
        table.Update(Snapshot(7));
        Assert.Same(query, Assert.Single(table.Ordered));
    }

    [Theory]
    [InlineData(false, false, false, false, false)]
    [InlineData(true, true, false, false, true)]
    [InlineData(true, false, false, false, false)]
    [InlineData(false, false, true, true, true)]
    [InlineData(true, true, true, true, true)]
    [InlineData(true, true, true, false, false)]
    [InlineData(true, false, true, true, false)]
    public void Update_LeaderAndWorkerWait_IsLogAloneWhereNoneWaitsForAnythingElse(
        bool isCritical,
        bool isLog,
        bool isWorkerCritical,
        bool isWorkerLog,
        bool expected
    )
    {
        var table = Seen(queryId: 7, expectsQueryIds: true);
        var snapshot = new ActivitySnapshot { Time = Later };
        snapshot.Backends.Add(Waiting(100, 0, isCritical, isLog));
        snapshot.Workers.Add(Waiting(101, 100, isWorkerCritical, isWorkerLog));

        table.Update(snapshot);

        var query = Assert.Single(table.Ordered);
        Assert.Equal((isCritical || isWorkerCritical, expected), (query.IsCritical, query.IsLogAlone));
    }

    [Theory]
    [InlineData("copy t from stdin", "insert into t values (1)", true)]
    [InlineData("select 1", "insert into t values (1)", false)]
    [InlineData("copy t from stdin", "create index on t (a)", false)]
    public void SeeLog_AnotherWaitsForLong_HoldsUpTheLogWhereItLoadsAndTheOtherDoesNot(
        string text,
        string waiter,
        bool expected
    )
    {
        var table = new QueryTable(new ServerNames(TimeProvider.System), PostgresBackends.Own(isLocal: false), 10);
        for (var time = Now; time <= Now.AddSeconds(0.3); time = time.AddSeconds(0.1))
        {
            var snapshot = new ActivitySnapshot { Time = time };
            snapshot.Backends.Add(Waiting(100, 0, isCritical: false, isLog: false) with { QueryId = 0 });
            snapshot.Backends.Add(Waiting(101, 0, isCritical: true, isLog: true) with { QueryId = 0 });
            table.Update(snapshot);
            table.Add([
                Text(Now, 0, isRunning: true) with
                {
                    Query = text,
                },
                Text(Now, 0, isRunning: true) with
                {
                    ProcessId = 101,
                    Query = waiter,
                },
            ]);
            table.SeeLog(time);
        }

        Assert.Equal([expected, false], table.Ordered.Select(query => query.HoldsUpLog));
    }

    [Theory]
    [InlineData(false, false, true)]
    [InlineData(true, false, false)]
    [InlineData(false, true, true)]
    public void Update_WriteInATransaction_WroteNothingBeforeWhereOneRowSaysSo(
        bool firstHasWritten,
        bool thenHasWritten,
        bool expected
    )
    {
        var table = new QueryTable(new ServerNames(TimeProvider.System), PostgresBackends.Own(isLocal: false), 10);
        foreach (var hasWritten in (bool[])[firstHasWritten, thenHasWritten || firstHasWritten])
        {
            var snapshot = new ActivitySnapshot { Time = Later };
            snapshot.Backends.Add(Waiting(100, 0, isCritical: false, isLog: false) with { HasWritten = hasWritten });
            table.Update(snapshot);
        }

        Assert.Equal(expected, Assert.Single(table.Ordered).WroteNothingBefore);
    }

    [Theory]
    [InlineData(null, null, false)]
    [InlineData(null, 100.0, false)]
    [InlineData(null, 1e6, true)]
    [InlineData("finds its rows by a scan", null, true)]
    public void LoadsBy_InferredWrite_WhereMoreThanItsAgeSaysSo(string? large, double? buffers, bool expected)
    {
        var table = Seen(queryId: 7, expectsQueryIds: true);
        table.Add([Text(Now, 7, isRunning: true) with { Query = "insert into t select * from u" }]);
        var query = Assert.Single(table.Ordered);
        query.Answer = PlanAnswer.Inferred(StatementKind.Insert) with { LargeWrite = large };
        query.InferredFrom = (
            buffers is null ? null : new HistoryFacts(null, null, null, null, null) { MeanBuffers = buffers },
            true
        );

        var plan = PlanFactsMaker.Inferred(query.Answer, null, TimeSpan.FromSeconds(2));

        Assert.Equal((PlanShape.Write, expected), (plan.Profile?.Shape, query.LoadsBy(plan)));
    }

    private static ActivityRow Waiting(int process, int leader, bool isCritical, bool isLog) =>
        new(process, leader, 1, 1, 7, Now, Now.AddHours(-1), 1, false, false, false, isCritical) { IsLog = isLog };

    private static QueryTable Seen(long queryId, bool expectsQueryIds)
    {
        var table = new QueryTable(new ServerNames(TimeProvider.System), PostgresBackends.Own(isLocal: false), 10)
        {
            ExpectsQueryIds = expectsQueryIds,
        };
        table.Update(Snapshot(queryId));
        Assert.Equal([100], table.MissingTexts());
        return table;
    }

    private static ActivitySnapshot Snapshot(long queryId, DateTime? started = null, DateTime? time = null)
    {
        var snapshot = new ActivitySnapshot { Time = time ?? Now };
        snapshot.Backends.Add(
            new ActivityRow(100, 0, 1, 1, queryId, started ?? Now, Now.AddHours(-1), 1, false, false, false, false)
        );
        return snapshot;
    }

    private static ActivityText Text(DateTime started, long queryId, bool isRunning) =>
        new(100, started, Now.AddHours(-1), "app", "", "select 1", IsCut: false)
        {
            QueryId = queryId,
            IsRunning = isRunning,
        };
}
