using RgPolicy.Engine.Observe;

namespace RgPolicy.Engine.Tracking;

/// <summary>The events of the present turn, up to a limit.</summary>
internal sealed class TurnEvents(int limit)
{
    private readonly List<GovernorEvent> _events = [];

    public long Dropped { get; private set; }

    /// <summary>Asked before the text of an event is made; where there is no room the event counts as
    /// dropped.</summary>
    public bool HasRoom()
    {
        var hasRoom = _events.Count < limit;
        Dropped += hasRoom ? 0 : 1;
        return hasRoom;
    }

    /// <summary>Of a query that runs.</summary>
    public void Add(DateTimeOffset time, string kind, ObservedQuery query, string message) =>
        Add(new GovernorEvent(time, kind, query.Id, message) { ProcessId = query.ProcessId });

    /// <summary>Of a query that need not run any more, or of none.</summary>
    public void Add(DateTimeOffset time, string kind, string queryId, string message) =>
        Add(new GovernorEvent(time, kind, queryId, message));

    public ImmutableArray<GovernorEvent> Take()
    {
        if (_events.Count == 0)
            return [];

        ImmutableArray<GovernorEvent> all = [.. _events];
        _events.Clear();
        return all;
    }

    private void Add(GovernorEvent news)
    {
        if (HasRoom())
            _events.Add(news);
    }
}

/// <summary>Something that happened and that a log should keep.</summary>
/// <param name="Time">On the DBMS's clock.</param>
/// <param name="Kind"><c>class</c>, <c>move</c>, <c>release</c>, <c>rule</c>, <c>notify</c>, <c>cancel</c>,
/// <c>state</c>, <c>cache</c>, <c>objective</c>, <c>release_blocker</c>, <c>excuse</c>.</param>
/// <param name="QueryId">The query, or empty.</param>
/// <param name="Message">For people.</param>
internal sealed record GovernorEvent(DateTimeOffset Time, string Kind, string QueryId, string Message)
{
    /// <summary>The process that runs the query; null where it is of no running query.</summary>
    public int? ProcessId { get; init; }
}

/// <summary>A rule wants a query to be cancelled: that query alone, never whatever its backend runs next.</summary>
/// <param name="Query">As last seen.</param>
/// <param name="Rule">The rule's name.</param>
internal readonly record struct QueryCancel(ObservedQuery Query, string Rule);
