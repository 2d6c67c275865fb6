using RgPolicy.Dbms;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Observe.Resources;

namespace RgPolicy.Service.Tests.Scripted;

/// <summary>An observer that shows what a test tells it to.</summary>
internal sealed class ScriptedObserver(TimeProvider time)
    : IObserver,
        IQueryCanceller,
        IResourceObserver,
        IStatementWatch,
        IServerCost
{
    private TaskCompletionSource _plan = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public ServerFacts Server { get; set; } =
        new("postgresql", "15.18", [15, 18], "postgres://app@db1/shop", null, true);

    public TimeSpan PollInterval { get; set; } = TimeSpan.FromMilliseconds(100);

    public IReadOnlyList<string> Notes { get; set; } = [];

    public bool IsAtEnd { get; set; }

    public ImmutableArray<ObservedQuery> Queries { get; set; } = [];

    public ServerResources? Resources { get; set; }

    public TimeSpan? ServerCpu { get; set; }

    /// <summary>How far the DBMS's clock is ahead of ours.</summary>
    public TimeSpan ClockAhead { get; set; }

    /// <summary>When set, polls fail with it.</summary>
    public string? Failure { get; set; }

    /// <summary>When set, polls wait for it.</summary>
    public Task? Late { get; set; }

    /// <summary>As a driver that waits for the network.</summary>
    public bool IgnoresCancellation { get; set; }

    public int Polls { get; private set; }

    public bool AskedForBlocking { get; private set; }

    public async Task<Observation> PollAsync(bool findBlocking, CancellationToken cancellationToken)
    {
        Polls++;
        AskedForBlocking = findBlocking;
        if (Late is { } late)
            await late.WaitAsync(IgnoresCancellation ? CancellationToken.None : cancellationToken);

        return await SeenAsync();
    }

    private Task<Observation> SeenAsync() =>
        Failure is null
            ? Task.FromResult(new Observation(time.GetUtcNow() + ClockAhead, Queries))
            : Task.FromException<Observation>(new ObserveException(Failure));

    /// <summary>What is answered to who asks whether statements have ended.</summary>
    public bool HasMovedOn { get; set; }

    /// <summary>How often that was asked.</summary>
    public int Asked { get; private set; }

    public Task<bool> HaveMovedOnAsync(IReadOnlyList<int> processIds, CancellationToken cancellationToken)
    {
        Asked++;
        return Task.FromResult(HasMovedOn);
    }

    /// <summary>What was to be cancelled.</summary>
    public List<ObservedQuery> Cancelled { get; } = [];

    public Task<string?> CancelAsync(ObservedQuery query, CancellationToken cancellationToken)
    {
        Cancelled.Add(query);
        return Task.FromResult<string?>(null);
    }

    public Observation Refresh()
    {
        _plan = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        return new Observation(time.GetUtcNow() + ClockAhead, Queries);
    }

    public Task WaitForPlanAsync(CancellationToken cancellationToken) => _plan.Task.WaitAsync(cancellationToken);

    public void PlanArrives(ImmutableArray<ObservedQuery> queries)
    {
        Queries = queries;
        _plan.TrySetResult();
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
