using RgPolicy.Engine.Observe;

namespace RgPolicy.Engine.Workloads;

/// <summary>What makes two executions the same work.</summary>
internal readonly record struct GroupKey(string Login, string App, string Statement)
{
    /// <summary>A query's.</summary>
    public static GroupKey Of(ObservedQuery query) =>
        new(query.Session.Login, query.Session.App, query.Statement?.Fingerprint ?? "");
}
