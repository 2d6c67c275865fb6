namespace RgPolicy.Service.Observing;

/// <summary>Finds a query by its process: observations list queries in the order of process ids.</summary>
internal static class QueryLookup
{
    public static ObservedQuery? Find(ImmutableArray<ObservedQuery> queries, int processId)
    {
        var low = 0;
        var high = queries.Length - 1;
        while (low <= high)
        {
            var middle = low + ((high - low) / 2);
            var found = queries[middle].ProcessId;
            if (found == processId)
                return queries[middle];

            (low, high) = found < processId ? (middle + 1, high) : (low, middle - 1);
        }

        return null;
    }
}

/// <summary>The processes of this host, as /proc shows them.</summary>
internal sealed class ProcProcessTable : IProcessTable
{
    /// <inheritdoc/>
    public bool Exists(int processId) => Directory.Exists(Invariant($"/proc/{processId}"));
}

/// <summary>The processes of this host.</summary>
internal interface IProcessTable
{
    /// <summary>True while the process exists.</summary>
    bool Exists(int processId);
}
