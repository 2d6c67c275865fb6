using System.Collections.Immutable;

namespace RgPolicy.Engine.Decide;

/// <summary>The events of the present turn, up to a limit.</summary>
internal sealed class TurnEvents(int limit)
{
    private readonly List<GovernorEvent> _events = [];

    public long Dropped { get; private set; }

    /// <summary>Asked before the text of an event is made; where there is no room the event counts as dropped.</summary>
    public bool HasRoom()
    {
        var hasRoom = _events.Count < limit;
        Dropped += hasRoom ? 0 : 1;
        return hasRoom;
    }

    public void Add(DateTimeOffset time, string kind, string queryId, string message)
    {
        if (HasRoom())
        {
            _events.Add(new GovernorEvent(time, kind, queryId, message));
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
