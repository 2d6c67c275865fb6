using RgPolicy.Dbms;
using RgPolicy.Engine.Observe;
using RgPolicy.Service.Loop;

namespace RgPolicy.Service.Observing;

/// <summary>
/// The loop's side of the observer: one poll within one second, and a new connection, with growing waits, when polls keep
/// failing. What went wrong is a value.
/// </summary>
internal sealed class ObserverLink : IAsyncDisposable
{
    /// <summary>The longest that a poll, a new connection included, may take: below the sidecar's lease.</summary>
    public static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);

    private const int FailuresBeforeReconnect = 2;

    private readonly Func<CancellationToken, Task<IObserver>>? _reconnect;
    private readonly TimeProvider _time;
    private readonly BackOff _backOff;
    private int _failures;

    /// <summary>Uses an observer that is connected; without a way to connect again, that one is all there is.</summary>
    public ObserverLink(IObserver observer, Func<CancellationToken, Task<IObserver>>? reconnect, TimeProvider time)
    {
        Observer = observer;
        _reconnect = reconnect;
        _time = time;
        _backOff = new BackOff(time, TimeSpan.FromMilliseconds(200), TimeSpan.FromSeconds(2));
    }

    /// <summary>The observer in use.</summary>
    public IObserver Observer { get; private set; }

    /// <summary>Polls once.</summary>
    /// <returns>What was seen, or null and why not.</returns>
    public async Task<(Observation? Seen, string? Error)> PollAsync(bool findBlocking, CancellationToken cancellationToken)
    {
        using var late = new CancellationTokenSource(Longest, _time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(late.Token, cancellationToken);
        try
        {
            await ReconnectWhenDueAsync(both.Token);
            var seen = await Observer.PollAsync(findBlocking, both.Token);
            _failures = 0;
            _backOff.Reset();
            return (seen, null);
        }
        catch (Exception failure) when (!cancellationToken.IsCancellationRequested)
        {
            // Whatever goes wrong while observing is one failed poll: the loop goes on, and lets go in time.
            _failures++;
            return (null, failure is OperationCanceledException ? "The DBMS did not answer within 1 s." : failure.Message);
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => Observer.DisposeAsync();

    private async Task ReconnectWhenDueAsync(CancellationToken cancellationToken)
    {
        if (_reconnect is null || _failures < FailuresBeforeReconnect || !_backOff.IsDue)
        {
            return;
        }

        // Counted as failed beforehand: only a good poll resets it.
        _backOff.Failed();
        var fresh = await _reconnect(cancellationToken);
        var old = Observer;
        Observer = fresh;
        await old.DisposeAsync();
    }
}
