using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Dbms.MySql.Poll;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.MySql.Poll;

public sealed class TransactionTrackingTests
{
    private const ulong Own = 7;
    private static readonly DateTimeOffset Start = new(2026, 11, 28, 9, 0, 0, TimeSpan.Zero);

    // A clock that goes by ticks is up to 10 ms late, so the second may be the one before.
    [Fact]
    public void Update_WriteThatBeganItsTransaction_HasNeverWrittenBefore() =>
        Prop.ForAll(Moments(-10, 200), IsFirst).QuickCheckThrowOnFailure();

    [Fact]
    public void Update_WriteInATransactionOfMoreThanASecondBefore_HasAlwaysWritten() =>
        Prop.ForAll(Moments(-10_000, -1021), IsLater).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData(Own, true)]
    [InlineData(Own - 1, false)]
    [InlineData(null, false)]
    public void Update_WriteWithinTheSecondOfItsTransaction_HasWrittenWhereThatWasSeenBefore(
        ulong? writerBefore,
        bool expected
    )
    {
        var statement = Statement(StatementKind.Insert, Start.AddMilliseconds(700), writerBefore);

        var now = Start.AddMilliseconds(1200);
        TransactionTracking.Update(statement, Transaction(Start.AddMilliseconds(300), now, rows: 1), now, true);

        Assert.Equal(expected, statement.HasWritten);
    }

    [Fact]
    public void Update_ReadInATransactionThatHasWritten_HasWritten()
    {
        var statement = Statement(StatementKind.Select, Start.AddMilliseconds(700));

        var now = Start.AddMilliseconds(1200);
        TransactionTracking.Update(statement, Transaction(Start.AddMilliseconds(300), now, rows: 1), now, true);

        Assert.True(statement.HasWritten);
    }

    [Theory]
    [InlineData(1, Own, true)]
    [InlineData(1, null, false)]
    [InlineData(2, Own, false)]
    public void Update_BeforeItsTransactionIsRead_HasWrittenIfItsSessionHadWhenFirstSeen(
        int sightings,
        ulong? writerBefore,
        bool expected
    )
    {
        var statement = Statement(StatementKind.Insert, Start, writerBefore);
        statement.Sightings = sightings;

        TransactionTracking.Update(statement, transaction: null, Start.AddMilliseconds(50), isFresh: false);

        Assert.Equal(expected, statement.HasWritten);
    }

    private static bool IsFirst((int Start, int Began, int Read) moments) =>
        Updated(moments) is { HasWritten: false, RowsWritten: 500 };

    private static bool IsLater((int Start, int Began, int Read) moments) =>
        Updated(moments) is { HasWritten: true, RowsWritten: 0 };

    private static RunningStatement Updated((int Start, int Began, int Read) moments)
    {
        var statement = Statement(StatementKind.Insert, Start.AddMilliseconds(moments.Start));
        var now = statement.Started.AddMilliseconds(moments.Read);
        var open = Transaction(statement.Started.AddMilliseconds(moments.Began), now, rows: 500);
        TransactionTracking.Update(statement, open, now, isFresh: true);
        return statement;
    }

    /// <summary>In ms: of a statement, of its transaction from there, and from there to when it was read.</summary>
    private static Arbitrary<(int Start, int Began, int Read)> Moments(int least, int most) =>
        (
            from start in Gen.Choose(0, 5000)
            from began in Gen.Choose(least, most)
            from read in Gen.Choose(200, 20_000)
            select (start, began, read)
        ).ToArbitrary();

    // The server tells the second in which it began only.
    private static TransactionRow Transaction(DateTimeOffset began, DateTimeOffset now, long rows)
    {
        var second = began.UtcTicks / TimeSpan.TicksPerSecond * TimeSpan.TicksPerSecond;
        return new TransactionRow(
            5,
            Own,
            now - new DateTimeOffset(second, TimeSpan.Zero),
            false,
            rows,
            HoldsLocks: true
        );
    }

    private static RunningStatement Statement(StatementKind kind, DateTimeOffset started, ulong? writerBefore = null) =>
        new(
            new SessionRow(5, 2, 11, TimeSpan.Zero, 0, SessionFlags.None),
            started,
            new StatementFacts(kind, "f", "insert into t select 1", false)
        )
        {
            Session = new KnownSession(5, new SessionFacts("etl", "", "", "", false), null),
            BackendId = 11,
            WriterBefore = writerBefore,
        };
}
