using RgPolicy.Dbms.SqlServer.Resources;

namespace RgPolicy.Dbms.Tests.SqlServer.Resources;

public sealed class SessionTurnsTests
{
    [Theory]
    [InlineData(3)]
    [InlineData(500)]
    [InlineData(700)]
    public void Next_MoreThanOneReadingTakes_AllHaveTheirTurn(int most)
    {
        var (turns, sessions, asked) = (
            new SessionTurns(most),
            Enumerable.Range(51, 1_300).ToList(),
            new HashSet<int>()
        );

        for (var reading = 0; reading < (1_300 + most - 1) / most; reading++)
        {
            var next = turns.Next(sessions);
            Assert.Equal(most, next.Count);
            asked.UnionWith(next);
        }

        Assert.Equal(1_300, asked.Count);
    }

    [Fact]
    public void Next_ThatReadingTakesAll_AreAllAsked() => Assert.Equal([7, 3], new SessionTurns(2).Next([7, 3]));
}
