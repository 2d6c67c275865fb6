using System.Collections.Immutable;
using RgPolicy.Engine.Observe;

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
            {
                return queries[middle];
            }

            (low, high) = found < processId ? (middle + 1, high) : (low, middle - 1);
        }

        return null;
    }
}
