using RgPolicy.Dbms.Fetching;

namespace RgPolicy.Dbms.Tests.Fetching;

public sealed class TurnQueueTests
{
    [Fact]
    public async Task TakeAsync_OneAskerBeforeAnother_TheirTurnsComeRound()
    {
        using var queue = new TurnQueue<string>(10, 10);
        Assert.True(queue.TryAdd("a1", 1) && queue.TryAdd("a2", 1) && queue.TryAdd("a3", 1) && queue.TryAdd("b1", 2));

        Assert.Equal(["a1", "b1", "a2", "a3"], await TakeAsync(queue, 4));
    }

    [Fact]
    public async Task TryAdd_OthersHaveFilledTheQueue_AnAskerWithNothingHasRoom()
    {
        using var queue = new TurnQueue<string>(3, 2);

        Assert.Equal(
            [true, true, false, true, false, true],
            [
                queue.TryAdd("a1", 1),
                queue.TryAdd("a2", 1),
                queue.TryAdd("a3", 1),
                queue.TryAdd("b1", 2),
                queue.TryAdd("b2", 2),
                queue.TryAdd("c1", 3),
            ]
        );
        Assert.Equal(["a1", "b1", "c1", "a2"], await TakeAsync(queue, 4));
        Assert.True(queue.TryAdd("a4", 1));
        Assert.Equal(["a4"], await TakeAsync(queue, 1));
    }

    private static async Task<List<string>> TakeAsync(TurnQueue<string> queue, int number)
    {
        var taken = new List<string>();
        for (var i = 0; i < number; i++)
            taken.Add(await queue.TakeAsync(CancellationToken.None));
        return taken;
    }
}
