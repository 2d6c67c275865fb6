using RgPolicy.Dbms.MySql.Poll;

namespace RgPolicy.Dbms.Tests.MySql.Poll;

public sealed class LockPollTests
{
    public static TheoryData<(int, int)[], (int, int)[]> Waits =>
        new()
        {
            // The blocker made its lock itself.
            { [(1, 2)], [(1, 2)] },
            // The waiter made the lock that it waits for, for whoever wrote the row.
            { [(1, 1)], [(1, 2), (1, 3)] },
            // So did the first of two.
            { [(1, 1), (2, 1)], [(1, 3), (2, 1), (2, 3)] },
        };

    [Theory]
    [MemberData(nameof(Waits))]
    public void AddHolders_LocksByWhoMadeThem_BlockersHaveWhoHoldsThemAmongThem((int, int)[] made, (int, int)[] waits)
    {
        List<SessionWait> found = [.. made.Select(each => new SessionWait(each.Item1, each.Item2))];

        LockPoll.AddHolders(found, [1, 2, 3]);

        Assert.Equal(waits, found.Select(each => (each.Waiter, each.Blocker)).Order());
    }
}
