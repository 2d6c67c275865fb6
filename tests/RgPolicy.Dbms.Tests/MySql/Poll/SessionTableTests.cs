using System.Collections.Frozen;
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

    [Theory]
    [InlineData(900, true)]
    [InlineData(50, true)]
    [InlineData(49, false)]
    public void AwaitsTransactions_NextStatementOfASessionThatHadWritten_UntilItIsSeenAgain(int age, bool expected)
    {
        SeeWriterAtFirst();

        See(2, "DELETE FROM t", statement: 8, age);
        Assert.Equal(expected, _table.AwaitsTransactions);

        See(3, "DELETE FROM t", statement: 8, age + 1000);
        Assert.False(_table.AwaitsTransactions);
    }

    [Theory]
    [InlineData("COMMIT")]
    [InlineData("SELECT 1")]
    [InlineData("LOAD DATA INFILE 'a' INTO TABLE t")]
    public void AwaitsTransactions_StatementWhosePlaceDoesNotHangOnThem_Never(string text)
    {
        SeeWriterAtFirst();

        See(2, text, statement: 8, age: 900);

        Assert.False(_table.AwaitsTransactions);
    }

    /// <summary>A poll that stood still makes the start another one; what was read meanwhile is its own.</summary>
    [Fact]
    public void Update_SameTextWithAnotherStartWhereStartsAreNotExact_KeepsWhatWasWrittenBefore()
    {
        See(1, "INSERT INTO t SELECT 1", age: 0, hasExactStarts: false);
        ReadTransactions(1, Written);

        See(5, "INSERT INTO t SELECT 1", age: 1000, hasExactStarts: false);

        Assert.Equal((1, null), Assert.Single(_table.Ordered) is var one ? (one.Sightings, one.WriterBefore) : default);
    }

    [Fact]
    public void AwaitsTransactions_WhereStartsAreNotExact_Never()
    {
        SeeWriterAtFirst();

        See(2, "DELETE FROM t", statement: 8, age: 900, hasExactStarts: false);

        Assert.Equal(Written.Id, Assert.Single(_table.Ordered).WriterBefore);
        Assert.False(_table.AwaitsTransactions);
    }

    /// <summary>What the transactions were read with was asked before: its own rows are not what was written before
    /// it.</summary>
    [Theory]
    [InlineData(1000, true)]
    [InlineData(1001, false)]
    public void Update_StatementThatBeganWhileTheTransactionsWereRead_HasNothingBefore(int age, bool expected)
    {
        SeeWriterAtFirst();

        See(2, "DELETE FROM t", statement: 8, age);

        Assert.Equal(expected, Assert.Single(_table.Ordered).WriterBefore == Written.Id);
    }

    [Fact]
    public void Update_TransactionThatHadWrittenAtAReadingBeforeTheLast_IsBeforeTheStatement()
    {
        SeeWriterAtFirst();
        See(2, "INSERT INTO t SELECT 1", age: 1500);
        ReadTransactions(2, Written);

        See(3, "DELETE FROM t", statement: 8, age: 1500);

        Assert.Equal(Written.Id, Assert.Single(_table.Ordered).WriterBefore);
    }

    /// <summary>Its own rows are not what was written before it.</summary>
    [Fact]
    public void Update_TextThatIsReadAgain_KeepsWhatWasWrittenBefore()
    {
        See(1, "CALL slow(7)", age: 500);
        ReadTransactions(1, Written);

        See(2, "INSERT INTO t SELECT 1", age: 1500);

        Assert.Null(Assert.Single(_table.Ordered).WriterBefore);
    }

    [Fact]
    public void ForgetSessions_SessionThatHadWritten_IsForgotten()
    {
        SeeWriterAtFirst();

        _table.ForgetSessions();
        See(2, "DELETE FROM t", statement: 8, age: 500);

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

    private void SeeWriterAtFirst()
    {
        _table.Take(new Superusers(FrozenSet<string>.Empty), LoginRoles.Unknown);
        See(1, "INSERT INTO t SELECT 1", age: 500);
        ReadTransactions(1, Written);
    }

    private void ReadTransactions(params TransactionRow[] open) => ReadTransactions(1, open);

    private void ReadTransactions(int second, params TransactionRow[] open)
    {
        var transactions = new OpenTransactions();
        Array.ForEach(open, transactions.Add);
        _table.Take(transactions, [], Start.AddSeconds(second));
    }

    private static TransactionRow Written => new(5, 77, TimeSpan.Zero, IsWaiting: false, 3, HoldsLocks: true);

    private void See(int second, string text, bool hasOthers) => See(second, text, 7, null, true, hasOthers);

    private void See(
        int second,
        string text,
        int statement = 7,
        int? age = null,
        bool hasExactStarts = true,
        bool hasOthers = false
    )
    {
        var snapshot = new SessionSnapshot { Time = Start.AddSeconds(second), HasOthers = hasOthers };
        var row = Row(second) with
        {
            StatementId = statement,
            Age = age is { } milliseconds ? TimeSpan.FromMilliseconds(milliseconds) : TimeSpan.FromSeconds(second),
        };
        snapshot.Sessions.Add((row, new MySqlTexts("app", "localhost", "shop", text, false)));
        _table.Update(snapshot, hasExactStarts);
    }

    private static SessionRow Row(int second) => new(5, 7, 11, TimeSpan.FromSeconds(second), 0, SessionFlags.None);
}
