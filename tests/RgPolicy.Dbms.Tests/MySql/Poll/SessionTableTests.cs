using RgPolicy.Dbms.Costs;
using RgPolicy.Dbms.MySql.Poll;

namespace RgPolicy.Dbms.Tests.MySql.Poll;

/// <summary>What is kept of a statement from poll to poll.</summary>
public sealed class SessionTableTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);

    private readonly SessionTable _table = new(new OwnBackends(_ => null), namesThreads: false);

    /// <summary>MariaDB's list reads the text before the number.</summary>
    [Fact]
    public void Update_TextOfTheCallBesideTheNumberOfWhatItRuns_IsReadAgainAtTheNextPoll()
    {
        See(1, "CALL slow(7)");
        Assert.False(_table.Knows(Row(2), hasTexts: true));
        See(2, "SELECT COUNT(*) FROM orders");

        Assert.Equal("SELECT COUNT(*) FROM orders", Assert.Single(_table.Ordered).Statement.Text);
    }

    [Fact]
    public void Knows_TextsThatWereReadTwiceOrDoNotComeAlong_AreKnown()
    {
        See(1, "SELECT 1");
        Assert.Equal((false, true), (_table.Knows(Row(2), hasTexts: true), _table.Knows(Row(2), hasTexts: false)));

        See(2, "SELECT 1");

        Assert.True(_table.Knows(Row(3), hasTexts: true));
        Assert.Equal(2, Assert.Single(_table.Ordered).Sightings);
        Assert.False(_table.Knows(Row(3) with { StatementId = 8 }, hasTexts: true));
    }

    [Fact]
    public void IsSettled_ReadsWhoseTransactionsWereReadTwice_UntilSomethingElseBegins()
    {
        See(1, "SELECT 1");
        ReadTransactions();
        Assert.False(_table.IsSettled);
        See(2, "SELECT 1");
        ReadTransactions();
        Assert.False(_table.IsSettled);
        See(3, "SELECT 1");
        ReadTransactions();
        Assert.True(_table.IsSettled);

        See(4, "SELECT 1", hasOthers: true);
        ReadTransactions();
        Assert.False(_table.IsSettled);
        See(5, "SELECT 1");
        ReadTransactions();
        Assert.False(_table.IsSettled);
    }

    [Theory]
    [InlineData(1, false)]
    [InlineData(0, true)]
    public void IsSettled_ReadOfATransactionThatHasWrittenOrHoldsLocks_Never(long written, bool holdsLocks)
    {
        for (var second = 1; second < 5; second++)
        {
            See(second, "SELECT 1");
            ReadTransactions(new TransactionRow(5, 1, TimeSpan.FromMinutes(1), IsWaiting: false, written, holdsLocks));
        }

        Assert.False(_table.IsSettled);
    }

    [Fact]
    public void AwaitsTransactions_NextStatementOfASessionThatHadWritten_UntilItIsSeenAgain()
    {
        See(1, "INSERT INTO t SELECT 1");
        ReadTransactions(Written);
        Assert.False(_table.AwaitsTransactions(hasExactStarts: true));

        See(2, "DELETE FROM t", statement: 8);
        Assert.True(_table.AwaitsTransactions(hasExactStarts: true));

        See(3, "DELETE FROM t", statement: 8);
        Assert.False(_table.AwaitsTransactions(hasExactStarts: true));
    }

    [Fact]
    public void AwaitsTransactions_ShortStatement_OnlyWhereItsAgeIsNotKnown()
    {
        See(1, "INSERT INTO t SELECT 1");
        ReadTransactions(Written);

        See(2, "DELETE FROM t", statement: 8, age: TimeSpan.FromMilliseconds(29));

        Assert.False(_table.AwaitsTransactions(hasExactStarts: true));
        Assert.True(_table.AwaitsTransactions(hasExactStarts: false));
    }

    /// <summary>Its own rows are not what was written before it.</summary>
    [Fact]
    public void Update_TextThatIsReadAgain_KeepsWhatWasWrittenBefore()
    {
        See(1, "CALL slow(7)");
        ReadTransactions(Written);

        See(2, "INSERT INTO t SELECT 1");

        Assert.Null(Assert.Single(_table.Ordered).WriterBefore);
        See(3, "DELETE FROM t", statement: 8);
        Assert.Equal(Written.Id, Assert.Single(_table.Ordered).WriterBefore);
    }

    [Fact]
    public void ForgetSessions_SessionThatHadWritten_IsForgotten()
    {
        See(1, "INSERT INTO t SELECT 1");
        ReadTransactions(Written);

        _table.ForgetSessions();
        See(2, "DELETE FROM t", statement: 8);

        Assert.Null(Assert.Single(_table.Ordered).WriterBefore);
    }

    [Fact]
    public void IsSettled_AfterAReconnectOrWhereNothingRuns_IsFalse()
    {
        for (var second = 1; second < 4; second++)
        {
            See(second, "SELECT 1");
            ReadTransactions();
        }

        Assert.True(_table.IsSettled);
        _table.ForgetSessions();
        Assert.False(_table.IsSettled);
        _table.Update(new SessionSnapshot { Time = Start.AddSeconds(5) }, hasExactStarts: true);
        ReadTransactions();
        ReadTransactions();
        Assert.False(_table.IsSettled);
    }

    [Theory]
    [InlineData("UPDATE orders SET note = 1")]
    [InlineData("SELECT * FROM orders FOR UPDATE")]
    public void IsSettled_StatementThatLocks_Never(string text)
    {
        for (var second = 1; second < 5; second++)
        {
            See(second, text);
            ReadTransactions();
        }

        Assert.False(_table.IsSettled);
    }

    [Fact]
    public void Continued_SameStatementWithTheSameStart_IsItsRow()
    {
        See(1, "SELECT 1");

        Assert.Equal(Row(6), Continued(5, 7, age: 6));
        Assert.Null(Continued(5, 8, age: 6));
        Assert.Null(Continued(6, 7, age: 6));
        Assert.Null(Continued(5, 7, age: 0));

        SessionRow? Continued(int session, long statement, int age) =>
            _table.Continued(session, statement, TimeSpan.FromSeconds(age), Start.AddSeconds(6));
    }

    private void ReadTransactions(params TransactionRow[] open) =>
        _table.Take(open.ToDictionary(each => each.SessionId), isFresh: true);

    private static TransactionRow Written => new(5, 77, TimeSpan.Zero, IsWaiting: false, 3, HoldsLocks: true);

    private void See(int second, string text, bool hasOthers = false, int statement = 7, TimeSpan? age = null)
    {
        var snapshot = new SessionSnapshot { Time = Start.AddSeconds(second), HasOthers = hasOthers };
        var row = Row(second) with { StatementId = statement, Age = age ?? TimeSpan.FromSeconds(second) };
        snapshot.Sessions.Add((row, new MySqlTexts("app", "localhost", "shop", text, false)));
        _table.Update(snapshot, hasExactStarts: true);
    }

    private static SessionRow Row(int second) => new(5, 7, 11, TimeSpan.FromSeconds(second), 0, SessionFlags.None);
}
