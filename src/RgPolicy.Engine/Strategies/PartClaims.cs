using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Tracking;

namespace RgPolicy.Engine.Strategies;

/// <summary>
/// Which query has which part. A part that was made stays for a while, for the same pool: a process that leaves it goes
/// straight to where it belongs, and the next query that needs one has its number. One that no query has had for long
/// is given back.
/// </summary>
/// <param name="first">The number of the first part.</param>
/// <param name="highest">The highest number that a part may have.</param>
/// <param name="rest">How long a part stays that no query has.</param>
internal sealed class PartClaims(int first, int highest, TimeSpan rest)
{
    private readonly List<PartPlace> _places = [];
    private readonly List<DateTimeOffset> _used = [];
    private readonly List<TrackedQuery> _moved = [];
    private readonly List<TrackedQuery> _holders = [];

    /// <summary>What is at each place.</summary>
    public ImmutableArray<PartPlace> Places => [.. _places];

    /// <summary>Queries whose part has changed since this was emptied.</summary>
    public List<TrackedQuery> Moved => _moved;

    /// <summary>The place of each part that a split wants; null where there is no number for one.</summary>
    public ImmutableArray<int?> Claim(
        ImmutableArray<QueryPart> parts,
        ReadOnlySpan<QueryLoad> queries,
        Func<int, int> poolAt,
        DateTimeOffset now
    )
    {
        var places = new int?[parts.Length];
        for (var index = 0; index < parts.Length; index++)
            places[index] = HeldBy(parts[index], queries, poolAt(parts[index].Pool), places);

        for (var index = 0; index < parts.Length; index++)
        {
            places[index] ??= Free(places, poolAt(parts[index].Pool));
            if (places[index] is { } place)
                _used[place] = now;
        }

        return [.. places];
    }

    // Any of a part's queries may be the one that has been there: of streams, which share one, the first can be new.
    private int? HeldBy(QueryPart part, ReadOnlySpan<QueryLoad> queries, int pool, int?[] taken)
    {
        foreach (var query in part.Queries)
        {
            var held = queries[query].Tracked.Part.Number - first;
            if (IsOf(held, pool) && !taken.Contains(held))
                return held;
        }

        return null;
    }

    /// <summary>Gives queries their parts, and takes those of all others.</summary>
    public void Give(
        ImmutableArray<QueryPart> parts,
        ImmutableArray<int?> places,
        ReadOnlySpan<QueryLoad> queries,
        Func<int, int> numberAt
    )
    {
        TrackedQuery[] before = [.. _holders];
        _holders.Clear();
        for (var index = 0; index < parts.Length; index++)
        {
            foreach (var query in parts[index].Queries)
            {
                if (places[index] is { } place)
                {
                    Set(queries[query].Tracked, (first + place, numberAt(parts[index].Pool)));
                    _holders.Add(queries[query].Tracked);
                }
            }
        }

        foreach (var query in before)
        {
            if (!_holders.Contains(query))
                Take(query, queries);
        }
    }

    /// <summary>Gives back the parts that no query has had for long; allocates nothing.</summary>
    /// <param name="queries">What runs.</param>
    /// <param name="now">The turn's time.</param>
    /// <returns>True when there was one.</returns>
    public bool GiveBack(ReadOnlySpan<QueryLoad> queries, DateTimeOffset now)
    {
        foreach (var query in queries)
        {
            if (query.Tracked.Part.Number - first is var place and >= 0 && place < _used.Count)
                _used[place] = now;
        }

        var isAny = false;
        for (var place = 0; place < _places.Count; place++)
        {
            if (!_places[place].IsFree && now - _used[place] >= rest)
            {
                GiveBack(place);
                isAny = true;
            }
        }

        return isAny;
    }

    // A query that is released for long has not been asked for it.
    private void GiveBack(int place)
    {
        _places[place] = default;
        foreach (var query in _holders)
            query.Part = query.Part.Number == first + place ? default : query.Part;
    }

    // What tracked it may track nothing now, or another query: only what still runs is moved at once.
    private void Take(TrackedQuery query, ReadOnlySpan<QueryLoad> queries)
    {
        query.IsUnsettled = true;
        foreach (var running in queries)
        {
            if (ReferenceEquals(running.Tracked, query))
                Set(query, default);
        }

        query.Part = default;
    }

    private bool IsOf(int place, int owner) =>
        place >= 0 && place < _places.Count && !_places[place].IsFree && _places[place].Owner == owner;

    private int? Free(int?[] taken, int owner)
    {
        var free = -1;
        for (var place = 0; place < _places.Count; place++)
        {
            if (IsOf(place, owner) && !taken.Contains(place))
                return place;

            free = free < 0 && _places[place].IsFree ? place : free;
        }

        return free >= 0 || first + _places.Count <= highest ? Make(free, owner) : null;
    }

    private int Make(int free, int owner)
    {
        var ordinal = 1;
        while (_places.Contains(new PartPlace(owner, ordinal)))
            ordinal++;

        if (free < 0)
        {
            _places.Add(default);
            _used.Add(default);
            free = _places.Count - 1;
        }

        _places[free] = new PartPlace(owner, ordinal);
        return free;
    }

    private void Set(TrackedQuery query, (int Number, int Pool) part)
    {
        if (query.Part != part)
        {
            query.Part = part;
            _moved.Add(query);
        }
    }
}
