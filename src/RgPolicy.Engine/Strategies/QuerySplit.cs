using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Allot.Bounds;
using RgPolicy.Engine.Tracking;

namespace RgPolicy.Engine.Strategies;

/// <summary>
/// Splits what pools were given among their running queries: beside one that keeps far more than its pool's ways, those
/// that keep little get ways of their own, the smallest first and each as many as it can use [DaMoN'21]. All others
/// stay in the pool's own class, and so do those for which no class or no room is left. What only streams shares the
/// reserve.
/// </summary>
internal static class QuerySplit
{
    /// <summary>Below a third of the cache a working set is strong, from three times it on weak [VLDB'09].</summary>
    private const double Third = 3;

    /// <summary>Splits.</summary>
    /// <param name="queries">What runs.</param>
    /// <param name="terms">Bounds.</param>
    /// <param name="own">The ways of each pool's own, none for one that shares the reserve; here less by those of its
    /// parts.</param>
    /// <param name="least">What each pool keeps at least.</param>
    /// <param name="mostApart">At most so many parts.</param>
    public static ImmutableArray<QueryPart> Split(
        ReadOnlySpan<QueryLoad> queries,
        CacheTerms terms,
        Span<int> own,
        ReadOnlySpan<int> least,
        int mostApart
    )
    {
        Span<double> rooms = stackalloc double[own.Length];
        Span<double> largest = stackalloc double[own.Length];
        Measure(queries, own, terms, rooms, largest);
        var parts = ImmutableArray.CreateBuilder<QueryPart>();
        foreach (var index in SmallestFirst(queries))
        {
            var (query, pool) = (queries[index], queries[index].Pool);
            var ways = WaysOf(query, terms, terms.Pools[pool].Floor);
            if (
                parts.Count < mostApart
                && IsOfUse(query, largest[pool], rooms[pool], terms)
                && own[pool] - ways >= least[pool]
            )
            {
                parts.Add(new QueryPart(pool, ways, IsApart: true, [index]));
                own[pool] -= ways;
            }
        }

        return parts.ToImmutable();
    }

    /// <summary>The parts of what only streams in pools in which other queries run too: one for each pool.</summary>
    /// <param name="queries">What runs.</param>
    /// <param name="own">The ways of each pool's own; none for one that shares the reserve.</param>
    /// <param name="terms">Bounds.</param>
    /// <param name="reserve">The ways of the reserve.</param>
    public static IEnumerable<QueryPart> Streams(
        ReadOnlySpan<QueryLoad> queries,
        ReadOnlySpan<int> own,
        CacheTerms terms,
        int reserve
    )
    {
        var streams = new SortedDictionary<int, List<int>>();
        for (var index = 0; index < queries.Length; index++)
        {
            var query = queries[index];
            if (query is { IsStreaming: true, MayPart: true } && own[query.Pool] > 0)
            {
                if (!streams.TryGetValue(query.Pool, out var list))
                    streams.Add(query.Pool, list = []);

                list.Add(index);
            }
        }

        return streams.Select(pool => new QueryPart(
            pool.Key,
            Math.Min(reserve, terms.Pools[pool.Key].Cap),
            IsApart: false,
            [.. pool.Value]
        ));
    }

    /// <summary>
    /// A strong query beside a weak one, in the words of [VLDB'09]: its working set is below a third of its pool's
    /// ways, and another keeps at least three times as much as these. That one suffers little, and takes much. Between
    /// queries that are nearer to each other a common cache does as well, and leaves no remainders of ways
    /// (docs/internals/allotment.md). A working set below one way is not lost among larger ones.
    /// </summary>
    private static bool IsOfUse(QueryLoad query, double largest, double pool, CacheTerms terms) =>
        query is { IsStreaming: false, MayPart: true, Bytes: { } bytes }
        && bytes >= terms.BytesPerWay
        && bytes * Third < pool
        && largest >= pool * Third;

    private static void Measure(
        ReadOnlySpan<QueryLoad> queries,
        ReadOnlySpan<int> own,
        CacheTerms terms,
        Span<double> rooms,
        Span<double> largest
    )
    {
        for (var pool = 0; pool < own.Length; pool++)
            (rooms[pool], largest[pool]) = (own[pool] * terms.BytesPerWay, 0);

        foreach (var query in queries)
        {
            // What is not known may be as large as can be.
            var bytes = query.IsStreaming ? 0 : query.Bytes ?? double.MaxValue;
            largest[query.Pool] = Math.Max(largest[query.Pool], bytes);
        }
    }

    private static int[] SmallestFirst(ReadOnlySpan<QueryLoad> queries)
    {
        var keys = new (double, bool, int)[queries.Length];
        var places = new int[queries.Length];
        for (var index = 0; index < queries.Length; index++)
        {
            // Of equal ones, those that have a part keep it.
            keys[index] = (
                queries[index].Order,
                queries[index].Tracked.Part.Number == 0,
                queries[index].Name.ProcessId
            );
            places[index] = index;
        }

        Array.Sort(keys, places);
        return places;
    }

    private static int WaysOf(QueryLoad query, CacheTerms terms, int floor) =>
        (int)Math.Clamp(Math.Ceiling((query.Bytes ?? 0) / terms.BytesPerWay), floor, terms.Hardware.Ways);
}

/// <summary>A part of a pool for one of its queries, or for those that only stream.</summary>
/// <param name="Pool">The place of the pool among those that take part.</param>
/// <param name="Ways">Its ways.</param>
/// <param name="IsApart">No other query has these ways; else they are in the reserve.</param>
/// <param name="Queries">Places in the list of queries.</param>
internal readonly record struct QueryPart(int Pool, int Ways, bool IsApart, ImmutableArray<int> Queries)
{
    /// <summary>What it asks for. In the reserve it has not its pool's floor, which the pool keeps by itself: the
    /// reserve may be narrower, and what is asked for apart would not fit beside a wider one.</summary>
    /// <param name="terms">Bounds.</param>
    /// <param name="place">Where it stands in a layout.</param>
    public CacheRequest RequestIn(CacheTerms terms, int place)
    {
        var request = terms.Pools[Pool].With(Ways, IsApart) with { Pool = place };
        return IsApart ? request : request with { Floor = terms.Hardware.LeastWays };
    }
}

/// <summary>One running query, of what a split looks at.</summary>
/// <param name="Tracked">The query.</param>
/// <param name="Pool">The place of its pool among those that take part.</param>
/// <param name="Bytes">Its working set; null where that is not known.</param>
/// <param name="Order">Smaller ones are served first.</param>
/// <param name="IsStreaming">It only streams.</param>
/// <param name="MayPart">It may have a part of its pool: it lasts long enough, and no rule has put it lower.</param>
internal readonly record struct QueryLoad(
    TrackedQuery Tracked,
    int Pool,
    double? Bytes,
    double Order,
    bool IsStreaming,
    bool MayPart
)
{
    /// <summary>Its backend and its workers.</summary>
    public int Processes { get; } = 1 + Tracked.Query.Workers.Length;

    /// <summary>Its backend and start, which name it: what tracks it is used again for others.</summary>
    public (int ProcessId, DateTimeOffset Started) Name { get; } = NameOf(Tracked);

    /// <summary>False when it has ended and what tracks it tracks another.</summary>
    public bool IsTracked => Name == NameOf(Tracked);

    private static (int, DateTimeOffset) NameOf(TrackedQuery tracked) =>
        (tracked.Query.ProcessId, tracked.Query.Started);
}
