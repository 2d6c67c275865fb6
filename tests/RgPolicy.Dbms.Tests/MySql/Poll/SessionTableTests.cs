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

    private void See(int second, string text)
    {
        var snapshot = new SessionSnapshot { Time = Start.AddSeconds(second) };
        snapshot.Sessions.Add((Row(second), new MySqlTexts("app", "localhost", "shop", text, false)));
        _table.Update(snapshot, hasExactStarts: true);
    }

    private static SessionRow Row(int second) => new(5, 7, 11, TimeSpan.FromSeconds(second), 0, SessionFlags.None);
}
