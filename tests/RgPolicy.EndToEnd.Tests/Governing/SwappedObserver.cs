using RgPolicy.Dbms;
using RgPolicy.Engine.Observe;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>Does something once, after the server was polled and before anyone sees what the poll told.</summary>
/// <param name="observer">Who really observes.</param>
/// <param name="isTime">Whether it is done after this poll.</param>
/// <param name="swap">What is done.</param>
internal sealed class SwappedObserver(IObserver observer, Predicate<Observation> isTime, Func<Task> swap) : IObserver
{
    private bool _isDone;

    public ServerFacts Server => observer.Server;

    public TimeSpan PollInterval => observer.PollInterval;

    public IReadOnlyList<string> Notes => observer.Notes;

    public bool IsAtEnd => observer.IsAtEnd;

    public async Task<Observation> PollAsync(bool findBlocking, CancellationToken cancellationToken)
    {
        var seen = await observer.PollAsync(findBlocking, cancellationToken);
        if (!_isDone && isTime(seen))
        {
            _isDone = true;
            await swap();
        }

        return seen;
    }

    public Observation Refresh() => observer.Refresh();

    public Task WaitForPlanAsync(CancellationToken cancellationToken) => observer.WaitForPlanAsync(cancellationToken);

    public ValueTask DisposeAsync() => observer.DisposeAsync();
}
