using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe.Resources;

namespace RgPolicy.Service.Loop;

/// <summary>
/// How large a memory grant each statement may have at most. A hint holds for all sessions that run it: the largest
/// limit of the workload groups that it was seen in counts, so that the hint does not change from session to session,
/// and none gets more than was asked for.
/// </summary>
internal sealed class GrantLimits
{
    private const int MostStatements = 10_000;

    private readonly Dictionary<(string Database, string Fingerprint), HashSet<int>> _groups = [];
    private ServerResources? _last;

    /// <summary>Takes in a reading; the one before counts while there is none.</summary>
    public void Take(ServerResources? resources) => _last = resources ?? _last;

    /// <summary>The limit of a statement; null where it is not known (yet).</summary>
    public GrantLimit? Find((string Database, string Fingerprint) statement, IEnumerable<GovernedQuery> running)
    {
        if (!_groups.TryGetValue(statement, out var groups))
        {
            if (_groups.Count >= MostStatements)
            {
                _groups.Clear();
            }

            _groups[statement] = groups = [];
        }

        groups.UnionWith(running.Select(each => each.Query.Group));
        return groups
            .Select(group => _last?.GrantLimitOf(group))
            .Aggregate((GrantLimit?)null, static (most, each) => each is { } one ? most?.Or(one) ?? one : most);
    }
}
