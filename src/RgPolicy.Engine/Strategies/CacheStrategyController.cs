using System.Runtime.InteropServices;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Allot.Bounds;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Tracking;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Strategies;

/// <summary>
/// Carries a policy's cache strategy out: looks at the mix of running queries turn by turn, and gives
/// the pools other masks, and single queries parts of these, when that changes. Not more often than the dwell, and not
/// for differences within the dead band.
/// </summary>
internal sealed class CacheStrategyController
{
    private readonly StrategyOptions _options;
    private readonly CacheStrategy _strategy;
    private readonly ImmutableArray<Pool> _pools;
    private readonly CacheTerms _terms;
    private readonly MixWatch _mix;
    private readonly PartClaims _parts;
    private readonly ImmutableArray<int> _numbers;
    private readonly int[] _positions;
    private ImmutableArray<CacheRequest> _requests;
    private CacheLayout? _layout;
    private readonly PoolLoad[] _last;
    private readonly List<QueryLoad> _lastQueries = [];
    private ImmutableArray<PartPlace> _places = [];
    private bool _protects;
    private bool _areShared;
    private DateTimeOffset _changed = DateTimeOffset.MinValue;
    private ulong _running;
    private ulong _streaming;

    private CacheStrategyController(PolicyProgram program, CacheStrategy strategy, StrategyOptions options)
    {
        // Beside other servers a class of service more is one that a pool of theirs may need, and the ways of a part
        // may be everybody's. Without a number for a part nothing is to be set aside for one.
        var mayPart = program.Terms is null && options.MostPools is { } most && program.HasNumberForPart(most);
        options = mayPart ? options : options with { MostPools = null };
        (_options, _strategy, _pools) = (options, strategy, program.Policy.Pools);
        _terms = CacheTerms.Of(program.Policy, program.Target, program.Pools, program.Terms);
        _requests = [.. _terms.Pools.Select(pool => pool.AsWritten)];
        _positions = PositionsByNumber(program);
        _last = new PoolLoad[_terms.Pools.Length];
        var refill = program.Target.LlcBytes / options.FillRate;
        _numbers = [.. _terms.Pools.Select(pool => program.Pools[pool.Pool].Number)];
        _mix = new MixWatch(
            _numbers,
            strategy.By,
            refill * options.RefillsToOutlive,
            options.MostPools is null ? null : options.PartLife.TotalSeconds
        );
        _parts = new PartClaims(
            PoolParts.FirstNumber(program.Pools, program.LowestPools),
            Math.Min(options.MostPools ?? 0, PoolParts.HighestNumber),
            options.PartRest
        );
    }

    /// <summary>Null for a policy whose masks are as written, or on a target where they cannot change.</summary>
    /// <param name="program">The program, with its pools as the policy and its states have them.</param>
    /// <param name="options">Patience.</param>
    /// <param name="before">The board that was in force: the same strategy goes on with the mix and the
    /// dwell that it has.</param>
    public static CacheStrategyController? For(
        PolicyProgram program,
        StrategyOptions options,
        CacheStrategyController? before
    )
    {
        var board =
            program.Policy.CacheStrategy is { Kind: CacheStrategyKind.Dynamic or CacheStrategyKind.Locality } strategy
            && CacheStrategies.AreCarriedOut(program.Target)
                ? new CacheStrategyController(program, strategy, options)
                : null;
        if (before?._layout is { } layout && board?.IsOf(before._strategy) == true)
            board.TakeOver(before, layout);

        return board;
    }

    /// <summary>The program that the board was made for, split for the mix that was seen last.</summary>
    public PolicyProgram Resume(PolicyProgram program) =>
        _layout is null ? program : program.WithLayout(_layout, _terms.Hardware, _places);

    /// <summary>Queries that the last turn's end has given a part, or taken it from.</summary>
    public IReadOnlyList<TrackedQuery> Moved => _parts.Moved;

    /// <summary>Whether the last split left the masks as written, because what runs has L3 domains nearly to
    /// itself.</summary>
    public bool HasOwnDomains { get; private set; }

    /// <summary>Begins a turn.</summary>
    public void Begin()
    {
        _mix.Begin();
        _parts.Moved.Clear();
    }

    /// <summary>Takes in one running query after its decision, wherever its class or a rule has put it.</summary>
    public void See(TrackedQuery tracked, DateTimeOffset now)
    {
        var position = tracked.PoolNumber < _positions.Length ? _positions[tracked.PoolNumber] : -1;
        if (position >= 0 && tracked.Reason is (PlacementReason.InPool or PlacementReason.Rule))
            _mix.See(tracked, position, now);
    }

    /// <summary>Ends a turn.</summary>
    /// <param name="program">The program in force.</param>
    /// <param name="now">The turn's time.</param>
    /// <param name="protects">There is something outside the throttled pools that throttling protects.</param>
    /// <returns>The program with the masks for the present mix, or null when they stay.</returns>
    public PolicyProgram? End(PolicyProgram program, DateTimeOffset now, bool protects) =>
        Decide(program, _mix.Loads, _mix.Queries, now, protects);

    /// <summary>Decides for a mix that is known, pool by pool and query by query.</summary>
    /// <returns>The program with the masks for this mix, or null when they stay.</returns>
    public PolicyProgram? Decide(
        PolicyProgram program,
        ReadOnlySpan<PoolLoad> loads,
        ReadOnlySpan<QueryLoad> queries,
        DateTimeOffset now,
        bool protects
    )
    {
        var running = Running(loads);
        var mustWait = now - _changed < _options.Dwell && !HasNewStream(loads);
        if (running == 0 || mustWait || (protects == _protects && IsAsBefore(loads, queries)))
            return null;

        loads.CopyTo(_last);
        _lastQueries.Clear();
        _lastQueries.AddRange(queries);
        _protects = protects;

        var requests = HandOut(loads, queries, now);
        _changed = _parts.Moved.Count > 0 ? now : _changed;
        if (!IsWorthIt(requests, running))
            return null;

        (_requests, _changed, _running, _streaming) = (requests, now, running, Streaming(loads));
        _layout = CacheSolver.Solve(_terms.Hardware, requests, program.Layout);
        return Lay(program, _layout);
    }

    /// <summary>Gives back the parts that no query has had for long.</summary>
    /// <returns>The program without them, or the same.</returns>
    public PolicyProgram GiveBack(PolicyProgram program, DateTimeOffset now)
    {
        if (!_parts.GiveBack(_mix.Queries, now) || _layout is not { } layout)
            return program;

        // Should the last mix come again, its parts have to be made anew.
        _lastQueries.Clear();
        return Lay(program, layout);
    }

    private PolicyProgram Lay(PolicyProgram program, CacheLayout layout)
    {
        _places = _parts.Places;
        return program.WithLayout(layout, _terms.Hardware, _places);
    }

    /// <summary>The requests for a mix; its queries get their parts.</summary>
    private ImmutableArray<CacheRequest> HandOut(
        ReadOnlySpan<PoolLoad> loads,
        ReadOnlySpan<QueryLoad> queries,
        DateTimeOffset now
    )
    {
        var split = CacheStrategist.Split(_strategy.Kind, _terms, loads, queries, _protects, _areShared);
        HasOwnDomains = split.HasOwnDomains;
        _areShared = !HasOwnDomains;
        var places = _parts.Claim(split.Parts, queries, PoolAt, now);
        _parts.Give(split.Parts, places, queries, NumberAt);
        return split.Parts.IsEmpty ? split.Pools : WithParts(split, places);
    }

    private int PoolAt(int position) => _terms.Pools[position].Pool;

    private int NumberAt(int position) => _numbers[position];

    /// <summary>The requests of pools and parts; the ways of a part that there is no number for stay its
    /// pool's.</summary>
    private ImmutableArray<CacheRequest> WithParts(CacheSplit split, ImmutableArray<int?> places)
    {
        var requests = split.Pools.ToBuilder();
        for (var index = 0; index < split.Parts.Length; index++)
        {
            var part = split.Parts[index];
            if (places[index] is { } place)
                requests.Add(part.RequestIn(_terms, PoolParts.RequestOf(place, _pools.Length)));
            else if (part.IsApart)
                requests[part.Pool] = requests[part.Pool] with { Ways = requests[part.Pool].Ways + part.Ways };
        }

        return requests.ToImmutable();
    }

    /// <summary>What happened last, for people.</summary>
    public string Describe(PolicyProgram program) =>
        "cache split anew: "
        + string.Join(
            ", ",
            _requests.Select(request =>
                $"{NameOf(request.Pool, program)} {request.Ways}{(request.IsExclusive ? " apart" : "")}"
            )
        )
        + (_areShared ? "" : "; as written, for each query has an L3 domain nearly to itself");

    private static string NameOf(int request, PolicyProgram program) =>
        request < program.Pools.Length
            ? program.Pools[request].Pool.Name
            : program.Parts.First(part => part.Request == request).Pool.Name;

    private bool IsOf(CacheStrategy strategy) =>
        (strategy.Kind, strategy.By, strategy.ReservePercent)
        == (_strategy.Kind, _strategy.By, _strategy.ReservePercent);

    // Pools whose settings have changed have other bounds: the mix is split anew within these, as near
    // to the old masks as can be, and its queries have parts as before.
    private void TakeOver(CacheStrategyController before, CacheLayout layout)
    {
        for (var index = 0; index < _last.Length; index++)
        {
            var position = before.PositionOf(_pools[_terms.Pools[index].Pool].Name);
            _last[index] = position < 0 ? default : before._last[position];
            _last[index].PartStreams = _options.MostPools is null ? 0 : _last[index].PartStreams;
        }

        if (Running(_last) is not 0 and var running)
        {
            (_protects, _areShared) = (before._protects, before._areShared);
            (_changed, _running) = (before._changed, running);
            _streaming = Streaming(_last);
            _lastQueries.AddRange(before._lastQueries.Select(query => FromBefore(query, before)).OfType<QueryLoad>());
            _requests = HandOut(_last, CollectionsMarshal.AsSpan(_lastQueries), _changed);
            _layout = CacheSolver.Solve(_terms.Hardware, _requests, layout.For(before._pools, _pools));
            _places = _parts.Places;
        }
    }

    /// <summary>A query of the last mix; null where it has ended, or its pool does not take part any more.</summary>
    private QueryLoad? FromBefore(QueryLoad query, CacheStrategyController before) =>
        query.IsTracked && PositionOf(before._pools[before.PoolAt(query.Pool)].Name) is var position and >= 0
            ? query with
            {
                Pool = position,
                MayPart = query.MayPart && _options.MostPools is not null,
            }
            : null;

    private int PositionOf(string pool)
    {
        for (var index = 0; index < _terms.Pools.Length; index++)
        {
            if (string.Equals(_pools[_terms.Pools[index].Pool].Name, pool, StringComparison.Ordinal))
                return index;
        }

        return -1;
    }

    /// <summary>What was decided for the same mix holds on: most turns end here, without allocating.</summary>
    private bool IsAsBefore(ReadOnlySpan<PoolLoad> loads, ReadOnlySpan<QueryLoad> queries) =>
        MemoryMarshal.AsBytes(loads).SequenceEqual(MemoryMarshal.AsBytes(_last.AsSpan()))
        && queries.SequenceEqual(CollectionsMarshal.AsSpan(_lastQueries));

    /// <summary>-1 for the protected pool and for those that the strategy leaves alone.</summary>
    private int[] PositionsByNumber(PolicyProgram program)
    {
        var divided = program.ThrottlingPools.Where(pool => pool.Pool.Index < program.Pools.Length).ToList();
        var positions = new int[divided.Select(pool => pool.Number).DefaultIfEmpty().Max() + 1];
        Array.Fill(positions, -1);
        foreach (var pool in divided)
            positions[pool.Number] = _terms.PositionOf(pool.Pool.Index);

        return positions;
    }

    // Until it has its pocket, a stream turns over the ways that others were given.
    private bool HasNewStream(ReadOnlySpan<PoolLoad> loads)
    {
        for (var index = 0; index < loads.Length; index++)
        {
            var (load, bit) = (loads[index], 1UL << (index % 64));
            if (load.IsStreaming ? (_running & bit) == 0 : load.PartStreams > 0 && (_streaming & bit) == 0)
                return true;
        }

        return false;
    }

    private static ulong Running(ReadOnlySpan<PoolLoad> loads)
    {
        var bits = 0UL;
        for (var index = 0; index < loads.Length; index++)
            bits |= loads[index].Queries > 0 ? 1UL << (index % 64) : 0;

        return bits;
    }

    private static ulong Streaming(ReadOnlySpan<PoolLoad> loads)
    {
        var bits = 0UL;
        for (var index = 0; index < loads.Length; index++)
            bits |= loads[index].PartStreams > 0 ? 1UL << (index % 64) : 0;

        return bits;
    }

    private bool IsWorthIt(ImmutableArray<CacheRequest> requests, ulong running)
    {
        if (
            !requests.Select(request => request.Pool).SequenceEqual(_requests.Select(request => request.Pool))
            || !_places.SequenceEqual(_parts.Places)
        )
            return true;

        var largest = 0;
        for (var index = 0; index < requests.Length; index++)
        {
            if (requests[index].IsExclusive != _requests[index].IsExclusive)
                return true;

            largest = Math.Max(largest, Math.Abs(requests[index].Ways - _requests[index].Ways));
        }

        return largest > (running == _running ? _options.DeadBandWays : 0);
    }
}
