using RgPolicy.Dbms.Texts;

namespace RgPolicy.Dbms.Tests.Texts;

public sealed class ReadingBudgetTests
{
    private static readonly string Long = new('a', 16 * 1024);

    [Fact]
    public void Takes_ManyLongTextsOfOneLogin_LeavesOthersRoom()
    {
        var budget = new ReadingBudget<string>();
        budget.Begin();

        var taken = Enumerable.Range(0, 1_000).Count(_ => budget.Takes("loud", Long));

        Assert.InRange(taken, 1, 100);
        Assert.True(budget.Takes("quiet", "select 1"));
    }

    [Fact]
    public void Takes_AnotherPoll_HasRoomAgain()
    {
        var budget = new ReadingBudget<string>();
        while (budget.Takes("a", Long))
        {
            // Until there is no room.
        }

        budget.Begin();

        Assert.True(budget.Takes("a", Long));
    }

    [Fact]
    public void Takes_TextLongerThanTheBudget_IsReadWhereItComesFirst()
    {
        var budget = new ReadingBudget<string>();

        Assert.True(budget.Takes("a", new string('a', 1 << 20)));
        Assert.False(budget.Takes("a", "select 1"));
    }
}
