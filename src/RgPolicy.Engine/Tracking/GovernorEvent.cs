namespace RgPolicy.Engine.Tracking;

/// <summary>Something that happened and that a log should keep.</summary>
/// <param name="Time">On the DBMS's clock.</param>
/// <param name="Kind"><c>class</c>, <c>move</c>, <c>release</c>, <c>rule</c>, <c>notify</c>, <c>cancel</c>,
/// <c>state</c>, <c>cache</c>, <c>objective</c>, <c>let_out</c>, <c>excuse</c>.</param>
/// <param name="QueryId">The query, or empty.</param>
/// <param name="Message">For people.</param>
public sealed record GovernorEvent(DateTimeOffset Time, string Kind, string QueryId, string Message)
{
    /// <summary>The process that runs the query; null where it is of no running query.</summary>
    public int? ProcessId { get; init; }
}
