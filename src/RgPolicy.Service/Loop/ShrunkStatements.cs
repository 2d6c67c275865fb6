using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Engine.Rules;

namespace RgPolicy.Service.Loop;

/// <summary>What statements had before rules shrank them: it is read from an execution that runs without the smaller
/// hint, and kept until the shrinking is over, so that what is smaller already is not halved again.</summary>
internal sealed class ShrunkStatements
{
    private readonly Dictionary<(string Database, string Fingerprint), FullExecution> _before = [];
    private readonly Dictionary<
        (string Database, string Fingerprint),
        (string Query, DateTimeOffset ReadAt)
    > _waiting = [];
    private Dictionary<(string Database, string Fingerprint), Shrink> _shrunk = [];

    /// <summary>Takes in which statements are to be shrunk now.</summary>
    public void Begin(ImmutableArray<Shrink> shrunk)
    {
        _shrunk = shrunk.ToDictionary(entry => (entry.Database, entry.Fingerprint));
        foreach (var gone in _before.Keys.Concat(_waiting.Keys).Where(key => !_shrunk.ContainsKey(key)).ToList())
        {
            _before.Remove(gone);
            _waiting.Remove(gone);
        }
    }

    /// <summary>The shrinking of a statement with what it had before; null where there is none, and
    /// until that is known.</summary>
    public (Shrink Shrink, FullExecution Before)? Find(
        (string Database, string Fingerprint) statement,
        IEnumerable<GovernedQuery> running,
        ServerResources? resources,
        GrantLimit? limit
    )
    {
        if (!_shrunk.TryGetValue(statement, out var shrink))
            return null;

        if (!_before.TryGetValue(statement, out var before))
        {
            before =
                resources is not null
                && Read(statement, running.OrderBy(each => each.Query.Started).First().Query, resources) is { } read
                    ? Full(read, limit)
                    : null;
            if (before is not null)
                _before[statement] = before;
        }

        return before is null ? null : (shrink, before);
    }

    /// <summary>Null while it has a grant of which it is not known how large it might be.</summary>
    private static FullExecution? Full(RequestResources read, GrantLimit? limit) =>
        (read.Grant, limit) switch
        {
            (null, _) => new FullExecution(read.Dop ?? 1, null),
            ({ } grant, { } most) => new FullExecution(
                read.Dop ?? 1,
                most.ShareOf(grant.GrantedBytes ?? grant.RequestedBytes)
            ),
            _ => null,
        };

    /// <summary>A reading that was there already when the query was looked at first may be of another
    /// one of the same session.</summary>
    private RequestResources? Read(
        (string Database, string Fingerprint) statement,
        ObservedQuery query,
        ServerResources resources
    )
    {
        if (
            _waiting.TryGetValue(statement, out var waiting)
            && string.Equals(waiting.Query, query.Id, StringComparison.Ordinal)
        )
        {
            return resources.ReadAt > waiting.ReadAt && resources.Requests.TryGetValue(query.ProcessId, out var read)
                ? read
                : null;
        }

        _waiting[statement] = (query.Id, resources.ReadAt);
        return null;
    }
}

/// <summary>What a statement had when it ran without a smaller hint.</summary>
/// <param name="Workers">Its degree of parallelism.</param>
/// <param name="Granted">Its memory grant, percent of the largest one that it may have; null where it needs none, and
/// where that is not told.</param>
internal sealed record FullExecution(int Workers, decimal? Granted);
