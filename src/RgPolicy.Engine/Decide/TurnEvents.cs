using System.Collections.Immutable;

namespace RgPolicy.Engine.Decide;

/// <summary>The events of the present turn, up to a limit.</summary>
internal sealed class TurnEvents(int limit)
{
    private readonly List<GovernorEvent> _events = [];

    public long Dropped { get; private set; }

    public void Add(DateTimeOffset time, string kind, string queryId, string message)
    {
        if (_events.Count < limit)
        {
            _events.Add(new GovernorEvent(time, kind, queryId, message));
        }
        else
        {
            Dropped++;
        }
    }

    public ImmutableArray<GovernorEvent> Take()
    {
        if (_events.Count == 0)
        {
            return [];
        }

        ImmutableArray<GovernorEvent> all = [.. _events];
        _events.Clear();
        return all;
    }
}
