using RgPolicy.Dbms.Fetching;
using RgPolicy.Dbms.Tests.Clocks;

namespace RgPolicy.Dbms.Tests.Fetching;

public sealed class PlanQueueTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    [Fact]
    public async Task Ask_StatementThatHasEnded_IsNotFetchedButCanBeAskedForAgain()
    {
        var (clock, source) = (new MovedClock(), new GatedSource());
        var cache = new PlanCache<int>(10, clock);
        await using var queue = new PlanQueue<int, int>(
            cache,
            key => key,
            source,
            new FetchBudget(1, 100, clock),
            Patience,
            clock
        )
        {
            Patience = _ => Patience,
        };

        Assert.True(queue.Ask(1) && queue.Ask(2) && queue.Ask(3));
        await source.Begun.WaitAsync(TimeSpan.FromSeconds(30));
        clock.Move(Patience);
        Assert.True(queue.Ask(3));
        source.Open.SetResult();
        await ArriveAsync(cache, 3);

        Assert.Equal([1, 3], source.Fetched);
        Assert.True(queue.Ask(2));
        await ArriveAsync(cache, 2);
    }

    [Fact]
    public async Task Ask_WithoutPatience_FetchesAll()
    {
        var (clock, source) = (new MovedClock(), new GatedSource());
        var cache = new PlanCache<int>(10, clock);
        await using var queue = new PlanQueue<int, int>(
            cache,
            key => key,
            source,
            new FetchBudget(1, 100, clock),
            Patience,
            clock
        );

        Assert.True(queue.Ask(1) && queue.Ask(2));
        await source.Begun.WaitAsync(TimeSpan.FromSeconds(30));
        clock.Move(TimeSpan.FromHours(1));
        source.Open.SetResult();
        await ArriveAsync(cache, 2);

        Assert.Equal([1, 2], source.Fetched);
    }

    /// <summary>MySQL's driver says of a statement that is cut off that it was interrupted.</summary>
    [Fact]
    public async Task DisposeAsync_SourceFailsInItsOwnWayWhenItIsCutOff_Ends()
    {
        var (clock, source) = (new MovedClock(), new GatedSource { FailsWhenCutOff = true });
        var queue = new PlanQueue<int, int>(
            new PlanCache<int>(10, clock),
            key => key,
            source,
            new FetchBudget(1, 100, clock),
            Patience,
            clock
        );
        Assert.True(queue.Ask(1));
        await source.Begun.WaitAsync(TimeSpan.FromSeconds(30));

        await queue.DisposeAsync();

        Assert.Equal([1], source.Fetched);
    }

    private static async Task ArriveAsync(PlanCache<int> cache, int key)
    {
        using var late = new CancellationTokenSource(TimeSpan.FromSeconds(30));
        while (cache.Find(key) is null)
        {
            await cache.WaitAsync(late.Token);
            cache.MarkSeen();
        }
    }

    /// <summary>The first plan takes until it is let go.</summary>
    private sealed class GatedSource : IPlanSource<int>
    {
        private readonly TaskCompletionSource _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public TaskCompletionSource Open { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Begun => _begun.Task;

        public List<int> Fetched { get; } = [];

        public bool FailsWhenCutOff { get; init; }

        public async Task<PlanAnswer> FetchAsync(int request, CancellationToken cancellationToken)
        {
            Fetched.Add(request);
            _begun.TrySetResult();
            try
            {
                await Open.Task.WaitAsync(cancellationToken);
            }
            catch (OperationCanceledException e) when (FailsWhenCutOff)
            {
                throw new IOException("interrupted", e);
            }

            return PlanAnswer.Lasting(PlanFacts.Pending);
        }

        public Task RestAsync() => Task.CompletedTask;
    }
}
