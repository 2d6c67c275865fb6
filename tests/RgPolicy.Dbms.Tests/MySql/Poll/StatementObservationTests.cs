using RgPolicy.Dbms.MySql.Poll;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.MySql.Poll;

public sealed class StatementObservationTests
{
    [Theory]
    [InlineData(StatementKind.BulkLoad, 0, false)]
    [InlineData(StatementKind.IndexBuild, 0, false)]
    [InlineData(StatementKind.Insert, 0, true)]
    [InlineData(StatementKind.Insert, 20_000, true)]
    [InlineData(StatementKind.Update, 0, true)]
    public void Of_TransactionThatHasWritten_IsToldOfAllButLoadsByTheirText(
        StatementKind kind,
        long rows,
        bool expected
    )
    {
        var statement = Statement(kind, SessionFlags.None);
        (statement.HasWritten, statement.RowsWritten) = (true, rows);

        Assert.Equal(expected, StatementObservation.Of(statement).HasWritten);
    }

    [Theory]
    [InlineData(StatementKind.BulkLoad)]
    [InlineData(StatementKind.IndexBuild)]
    [InlineData(StatementKind.Insert)]
    public void Of_Commit_IsToldOfLoadsToo(StatementKind kind) =>
        Assert.True(StatementObservation.Of(Statement(kind, SessionFlags.Commits)).IsInCriticalSection);

    private static RunningStatement Statement(StatementKind kind, SessionFlags flags) =>
        new(
            new SessionRow(1, 2, 3, TimeSpan.Zero, 0, flags),
            DateTimeOffset.UnixEpoch,
            new StatementFacts(kind, "f", "load data infile 'a' into table t", false)
        )
        {
            Session = new KnownSession(1, new SessionFacts("etl", "", "", "", false), null),
            BackendId = 3,
        };
}
