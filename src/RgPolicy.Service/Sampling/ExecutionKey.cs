using RgPolicy.Engine.Observe;

namespace RgPolicy.Service.Sampling;

/// <summary>One execution.</summary>
/// <param name="ProcessId">The process that runs it.</param>
/// <param name="Started">When it started, on the server's clock.</param>
internal readonly record struct ExecutionKey(int ProcessId, DateTimeOffset Started)
{
    /// <summary>That of a query.</summary>
    public static ExecutionKey Of(ObservedQuery query) => new(query.ProcessId, query.Started);
}
