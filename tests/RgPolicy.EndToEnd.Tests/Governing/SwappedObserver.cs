using RgPolicy.Dbms;
using RgPolicy.Engine.Observe;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>
/// Tells of one process's query once, when something has been done since it was seen: what may happen between a poll
/// and the moves that follow from it.
/// </summary>
/// <param name="observer">Who really observes.</param>
/// <param name="processId">The process.</param>
/// <param name="swap">What is done.</param>
internal sealed class SwappedObserver(IObserver observer, int processId, Func<Task> swap) : IObserver
{
    private ObservedQuery? _seen;
    private Task? _swapping;
    private bool _isTold;
    private Observation _last = new(DateTimeOffset.UnixEpoch, []);

    public ServerFacts Server => observer.Server;

    public TimeSpan PollInterval => observer.PollInterval;

    public IReadOnlyList<string> Notes => observer.Notes;

    public bool IsAtEnd => observer.IsAtEnd;

    public async Task<Observation> PollAsync(bool findBlocking, CancellationToken cancellationToken)
    {
        var now = await observer.PollAsync(findBlocking, cancellationToken);
        if (_seen is null && now.Queries.FirstOrDefault(query => query.ProcessId == processId) is { } seen)
        {
            _seen = seen;
            _swapping = swap();
        }

        var isTold = !_isTold && _swapping is { IsCompletedSuccessfully: true };
        _isTold |= isTold;
        return _last = With(now, isTold ? _seen : null);
    }

    public Observation Refresh() => _last;

    public Task WaitForPlanAsync(CancellationToken cancellationToken) => observer.WaitForPlanAsync(cancellationToken);

    public ValueTask DisposeAsync() => observer.DisposeAsync();

    private Observation With(Observation now, ObservedQuery? told)
    {
        var others = now.Queries.Where(query => query.ProcessId != processId);
        return now with
        {
            Queries = [.. (told is null ? others : others.Append(told)).OrderBy(query => query.ProcessId)],
            Figures = [],
        };
    }
}
