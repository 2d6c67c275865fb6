using RgPolicy.Dbms.Fetching;

namespace RgPolicy.Dbms.Tests.Fetching;

public sealed class TurnQueueTests
{
    [Fact]
    public async Task TakeAsync_OneAskerBeforeAnother_TheirTurnsComeRound()
    {
        using var queue = new TurnQueue<string>(10, 10, TimeProvider.System);
        Assert.True(queue.TryAdd("a1", 1) && queue.TryAdd("a2", 1) && queue.TryAdd("a3", 1) && queue.TryAdd("b1", 2));

        Assert.Equal(["a1", "b1", "a2", "a3"], await TakeAsync(queue, 4));
    }

    [Fact]
    public async Task TryAdd_OthersHaveFilledTheQueue_AnAskerWithNothingHasRoom()
    {
        using var queue = new TurnQueue<string>(3, 2, TimeProvider.System);

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

    [Fact]
    public async Task TakeAsync_AskerHasToWait_OthersGoOnAndItsTurnComes()
    {
        var wait = TimeSpan.FromSeconds(1);
        using var queue = new TurnQueue<string>(
            10,
            10,
            TimeProvider.System,
            asker => asker == 1 ? wait : TimeSpan.Zero
        );
        Assert.True(queue.TryAdd("a1", 1) && queue.TryAdd("a2", 1) && queue.TryAdd("b1", 2) && queue.TryAdd("b2", 2));

        Assert.Equal(["b1", "b2"], await TakeAsync(queue, 2));
        var next = queue.TakeAsync(CancellationToken.None);
        Assert.False(next.IsCompleted);
        wait = TimeSpan.Zero;
        Assert.Equal("a1", await next);
        Assert.Equal(["a2"], await TakeAsync(queue, 1));
    }

    [Fact]
    public async Task TakeAsync_CancelledWhileAllHaveToWait_LosesNothing()
    {
        var wait = TimeSpan.FromSeconds(1);
        using var queue = new TurnQueue<string>(10, 10, TimeProvider.System, _ => wait);
        Assert.True(queue.TryAdd("a1", 1));
        using (var cancelled = new CancellationTokenSource())
        {
            var next = queue.TakeAsync(cancelled.Token);
            await cancelled.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => next);
        }

        wait = TimeSpan.Zero;
        Assert.Equal(["a1"], await TakeAsync(queue, 1));
    }

    private static async Task<List<string>> TakeAsync(TurnQueue<string> queue, int number)
    {
        var taken = new List<string>();
        for (var i = 0; i < number; i++)
            taken.Add(await queue.TakeAsync(CancellationToken.None));
        return taken;
    }
}
