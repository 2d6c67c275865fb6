namespace RgPolicy.Service.Minutes;

/// <summary>Follows what a loop shows, beside the loop, and keeps it minute by minute.</summary>
internal sealed class MinuteFollower : IAsyncDisposable
{
    private readonly StatusBroker _broker;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly CancellationTokenSource _ending = new();
    private readonly Task _following;
    private MinuteTally _tally = new();

    /// <summary>Begins.</summary>
    /// <param name="broker">Where the loop shows.</param>
    /// <param name="path">The file; null keeps everything in memory.</param>
    /// <param name="time">The clock.</param>
    /// <param name="logger">Told what goes wrong.</param>
    public MinuteFollower(StatusBroker broker, string? path, TimeProvider time, ILogger logger)
    {
        (_broker, _time, _logger) = (broker, time, logger);
        Store = new MinuteStore(path, time, logger);
        broker.CountLostMinutes = () => Store.Lost;
        broker.Watch("The history of the console", () => Store.Problem);
        _following = Task.Run(FollowAsync);
    }

    public MinuteStore Store { get; }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync();
        await _following;
        if (_tally.End() is { } rest)
            Store.Write(rest);

        Store.Dispose();
        _ending.Dispose();
    }

    private async Task FollowAsync()
    {
        try
        {
            for (long seen = 0; ; )
            {
                var shown = await _broker.NextAsync(seen, _ending.Token);
                seen = shown.Number;
                if (shown.View is StatusSnapshot snapshot)
                    await TakeAsync(snapshot);
            }
        }
        catch (OperationCanceledException) when (_ending.IsCancellationRequested)
        {
            // It ends.
        }
    }

    private async Task TakeAsync(StatusSnapshot snapshot)
    {
        try
        {
            if (_tally.Take(snapshot, _time.GetUtcNow()) is { } minute)
                Store.Write(minute);
        }
        catch (Exception failure)
        {
            // A fault of this program: the loop governs on, and so do the minutes, after this one.
            _logger.MinuteNotCounted(failure);
            Store.Lose("it could not be counted; the log of the service says why.");
            _tally = new MinuteTally();
            await Task.Delay(TimeSpan.FromMinutes(1), _time, _ending.Token);
        }
    }
}
