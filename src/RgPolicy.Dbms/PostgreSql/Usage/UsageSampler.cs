using RgPolicy.Dbms.PostgreSql.Poll;
using RgPolicy.Dbms.Usage;

namespace RgPolicy.Dbms.PostgreSql.Usage;

/// <summary>What running queries have used, where their processes are on this host. A query is looked at from the
/// second poll that sees it on, and ever more seldom as it grows older, so that many short ones cost nothing and many
/// long ones little.</summary>
internal sealed class UsageSampler(IProcessUsageReader reader)
{
    private bool _hasChanged;

    public void Update(IReadOnlyList<RunningQuery> running, DateTime now)
    {
        for (var i = 0; i < running.Count; i++)
        {
            var query = running[i];
            var age = now - query.Row.Started;
            if (query.Sightings < 2 || !query.Usage.IsDue(age))
                continue;
            query.Usage.Read(reader, query.Row.ProcessId, query.Workers, age);
            _hasChanged = true;
        }
    }

    /// <summary>The figures of the queries that are handed out, in their order; those of before where
    /// nothing has changed.</summary>
    public ImmutableArray<RequestFigures> Figures(
        IReadOnlyList<RunningQuery> running,
        ImmutableArray<RequestFigures> before,
        bool haveQueriesChanged
    )
    {
        if (!haveQueriesChanged && !_hasChanged)
            return before;
        _hasChanged = false;
        return [.. running.Where(query => query.Handed is not null).Select(Figures)];
    }

    private static RequestFigures Figures(RunningQuery query) =>
        new(query.Usage.Total?.Cpu, query.Usage.Total?.ReadBytes, null, null, query.Workers.Length);
}
