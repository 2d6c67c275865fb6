using System.Globalization;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.SqlServer.Events;

/// <summary>
/// A second source beside the poll, where it is asked for: tells what ended too fast to be polled, and which requests
/// went above the CPU time of their workload group. Read once a minute on a connection of its own; it decides nothing.
/// </summary>
internal sealed class EventCache(OwnLink link, ObserverNotes notes, TimeProvider time) : IAsyncDisposable
{
    private const string Topic = "extended events";
    private const int MostNamed = 3;

    private readonly CancellationTokenSource _stop = new();
    private Task? _reading;
    private long? _readAt;
    private bool _isBegun;

    /// <summary>From one reading to the next.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromMinutes(1);

    /// <summary>Reads again when it is time.</summary>
    public void Update()
    {
        if (_reading is { IsCompleted: false } || (_readAt is { } at && time.GetElapsedTime(at) < Interval))
            return;
        _readAt = time.GetTimestamp();
        _reading = Task.Run(ReadAsync);
    }

    /// <summary>Completes when what is being read was read, or failed.</summary>
    public Task SettleAsync() => _reading ?? Task.CompletedTask;

    /// <summary>The sessions of Extended Events go, too.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await SettleAsync();
        if (_isBegun)
            await EndAsync();
        await link.DisposeAsync();
        _stop.Dispose();
    }

    private async Task ReadAsync()
    {
        try
        {
            var isNew = !link.IsOpen;
            var session = await link.OpenAsync(_stop.Token);
            if (isNew || !_isBegun)
                await BeginAsync(session);
            var targets = await session.QueryAsync(
                EventSessions.Read,
                row => (Name: row.GetString(0), Text: row.IsDBNull(1) ? "" : row.GetString(1)),
                _stop.Token
            );
            notes.Set(Topic, [.. Tell(targets)]);
        }
        catch (Exception e) when (e is ConfigureException or OperationCanceledException)
        {
            await link.CloseAsync();
            if (!_stop.IsCancellationRequested)
                notes.Set(
                    Topic,
                    $"Extended Events tell nothing: {e.Message}. {(e as ConfigureException)?.Next}".Trim()
                );
        }
    }

    private async Task BeginAsync(SqlServerLink session)
    {
        // Where the second one fails, the first one is there and has to go at the end.
        _isBegun = true;
        foreach (var statement in EventSessions.Begin)
            await session.ExecuteAsync(statement, _stop.Token);
    }

    private async Task EndAsync()
    {
        try
        {
            var session = await link.OpenAsync(CancellationToken.None);
            foreach (var statement in EventSessions.End)
                await session.ExecuteAsync(statement, CancellationToken.None);
        }
        catch (ConfigureException)
        {
            // The server has gone, or the right: the next start removes what is left.
        }
    }

    private static IEnumerable<string> Tell(IReadOnlyCollection<(string Name, string Text)> targets)
    {
        var slots = EventTargets.Slots(targets.FirstOrDefault(each => each.Name == EventSessions.Short).Text ?? "");
        if (!slots.IsEmpty)
        {
            var named = slots
                .Take(MostNamed)
                .Select(each => string.Create(CultureInfo.InvariantCulture, $"{each.Hash} {each.Count} times"));
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"Extended Events: {slots.Sum(each => each.Count)} statements ended within 100 ms since the start, too "
                    + $"fast for a poll to see them all; most often {string.Join(", ", named)}"
            );
        }

        var over = EventTargets.Events(targets.FirstOrDefault(each => each.Name == EventSessions.OverCpu).Text ?? "");
        if (!over.IsEmpty)
        {
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"Extended Events: {over.Length} requests went above the CPU time that their workload group allows; the "
                    + $"last one in session {over[^1].Session}, {over[^1].At}"
            );
        }
    }
}
