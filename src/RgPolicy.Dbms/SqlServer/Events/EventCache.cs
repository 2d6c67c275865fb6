using RgPolicy.Dbms.Beside;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.SqlServer.Events;

/// <summary>A second source beside the poll, where it is asked for: tells what ended too fast to be polled, and which
/// requests went above the CPU time of their workload group. Read once a minute on a connection of its own; it decides
/// nothing.</summary>
internal sealed class EventCache(OwnLink link, ObserverNotes notes, TimeProvider time)
    : BesideCache<List<(string Name, string Text)>>(
        new Pauses(Interval),
        new FailureNote(notes, "Extended Events", SqlServerError.Advice),
        time
    )
{
    private const string Topic = "extended events";
    private const int MostNamed = 3;
    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(1);

    private bool _isBegun;

    public void Update()
    {
        if (Beside.Take(out var targets))
            notes.Set(Topic, [.. Tell(targets)]);
        Beside.Ask();
    }

    protected override async Task<List<(string Name, string Text)>> ReadAsync(CancellationToken cancellationToken)
    {
        var isNew = !link.IsOpen;
        var session = await link.OpenAsync(cancellationToken);
        if (isNew || !_isBegun)
            await BeginAsync(session, cancellationToken);
        return await session.QueryAsync(EventSessions.Read, row => (row.GetString(0), row.Text(1)), cancellationToken);
    }

    private async Task BeginAsync(SqlServerLink session, CancellationToken cancellationToken)
    {
        // Where the second one fails, the first one is there and has to go at the end.
        _isBegun = true;
        foreach (var statement in EventSessions.Begin)
            await session.ExecuteAsync(statement, cancellationToken);
    }

    protected override Task CloseAsync() => link.CloseAsync();

    protected override async Task EndAsync()
    {
        if (!_isBegun)
            return;
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
                .Select(each => FormattableString.Invariant($"{each.Hash} {each.Count} times"));
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
