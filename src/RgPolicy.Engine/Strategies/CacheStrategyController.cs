using System.Collections.Immutable;
using System.Runtime.InteropServices;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Allot.Bounds;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Tracking;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Strategies;

/// <summary>
/// Carries a policy's cache strategy out: looks at the mix of running queries turn by turn, and gives
/// the pools other masks when that changes. Not more often than the dwell, and not for differences
/// within the dead band.
/// </summary>
internal sealed class CacheStrategyController
{
    private readonly StrategyOptions _options;
    private readonly CacheStrategy _strategy;
    private readonly ImmutableArray<Pool> _pools;
    private readonly CacheTerms _terms;
    private readonly MixWatch _mix;
    private readonly int[] _positions;
    private ImmutableArray<CacheRequest> _requests;
    private CacheLayout? _layout;
    private readonly PoolLoad[] _last;
    private bool _protects;
    private DateTimeOffset _changed = DateTimeOffset.MinValue;
    private ulong _running;

    private CacheStrategyController(PolicyProgram program, CacheStrategy strategy, StrategyOptions options)
    {
        (_options, _strategy, _pools) = (options, strategy, program.Policy.Pools);
        _terms = CacheTerms.Of(program.Policy, program.Target, program.Pools, program.Terms);
        _requests = [.. _terms.Pools.Select(pool => pool.AsWritten)];
        _positions = PositionsByNumber(program);
        _last = new PoolLoad[_terms.Pools.Length];
        var refill = program.Target.LlcBytes / options.FillRate;
        _mix = new MixWatch(_terms.Pools.Length, strategy.By, refill * options.RefillsToOutlive);
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
        {
            board.TakeOver(before, layout);
        }

        return board;
    }

    /// <summary>The program that the board was made for, split for the mix that was seen last.</summary>
    public PolicyProgram Resume(PolicyProgram program) =>
        _layout is null ? program : program.WithLayout(_layout, _terms.Hardware);

    /// <summary>Begins a turn.</summary>
    public void Begin() => _mix.Begin();

    /// <summary>Takes in one running query after its decision, wherever its class or a rule has put it.</summary>
    public void See(TrackedQuery tracked, DateTimeOffset now)
    {
        var position = tracked.PoolNumber < _positions.Length ? _positions[tracked.PoolNumber] : -1;
        if (position >= 0 && tracked.Reason is (StandReason.InPool or StandReason.Rule))
        {
            _mix.See(tracked, position, now);
        }
    }

    /// <summary>Ends a turn.</summary>
    /// <param name="program">The program in force.</param>
    /// <param name="now">The turn's time.</param>
    /// <param name="protects">There is something outside the narrowed pools that narrowing protects.</param>
    /// <returns>The program with the masks for the present mix, or null when they stay.</returns>
    public PolicyProgram? End(PolicyProgram program, DateTimeOffset now, bool protects) =>
        Decide(program, _mix.Loads, now, protects);

    /// <summary>Decides for a mix that is known, pool by pool.</summary>
    /// <returns>The program with the masks for this mix, or null when they stay.</returns>
    public PolicyProgram? Decide(PolicyProgram program, ReadOnlySpan<PoolLoad> loads, DateTimeOffset now, bool protects)
    {
        var running = Running(loads);
        var mustWait = now - _changed < _options.Dwell && !HasNewStream(loads);
        if (running == 0 || mustWait || (protects == _protects && IsAsBefore(loads)))
        {
            return null;
        }

        loads.CopyTo(_last);
        _protects = protects;

        var requests = CacheStrategist.Requests(_strategy.Kind, _terms, loads, protects);
        if (!IsWorthIt(requests, running))
        {
            return null;
        }

        (_requests, _changed, _running) = (requests, now, running);
        _layout = CacheSolver.Solve(_terms.Hardware, requests, program.Layout);
        return program.WithLayout(_layout, _terms.Hardware);
    }

    /// <summary>What happened last, for people.</summary>
    public string Describe(PolicyProgram program) =>
        "cache split anew: "
        + string.Join(
            ", ",
            _requests.Select(request =>
                $"{program.Pools[request.Pool].Pool.Name} {request.Ways}{(request.IsExclusive ? " apart" : "")}"
            )
        );

    private bool IsOf(CacheStrategy strategy) =>
        (strategy.Kind, strategy.By, strategy.ReservePercent)
        == (_strategy.Kind, _strategy.By, _strategy.ReservePercent);

    // Pools whose settings have changed have other bounds: the mix is split anew within these, as near
    // to the old masks as can be.
    private void TakeOver(CacheStrategyController before, CacheLayout layout)
    {
        for (var index = 0; index < _last.Length; index++)
        {
            var position = before.PositionOf(_pools[_terms.Pools[index].Pool].Name);
            _last[index] = position < 0 ? default : before._last[position];
        }

        if (Running(_last) is not 0 and var running)
        {
            (_protects, _changed, _running) = (before._protects, before._changed, running);
            _requests = CacheStrategist.Requests(_strategy.Kind, _terms, _last, _protects);
            _layout = CacheSolver.Solve(_terms.Hardware, _requests, layout.For(before._pools, _pools));
        }
    }

    private int PositionOf(string pool)
    {
        for (var index = 0; index < _terms.Pools.Length; index++)
        {
            if (string.Equals(_pools[_terms.Pools[index].Pool].Name, pool, StringComparison.Ordinal))
            {
                return index;
            }
        }

        return -1;
    }

    /// <summary>What was decided for the same mix holds on: most turns end here, without allocating.</summary>
    private bool IsAsBefore(ReadOnlySpan<PoolLoad> loads) =>
        MemoryMarshal.AsBytes(loads).SequenceEqual(MemoryMarshal.AsBytes(_last.AsSpan()));

    /// <summary>-1 for the favoured pool and for those that the strategy leaves alone.</summary>
    private int[] PositionsByNumber(PolicyProgram program)
    {
        var divided = program.NarrowingPools.Where(pool => pool.Pool.Index < program.Pools.Length).ToList();
        var positions = new int[divided.Select(pool => pool.Number).DefaultIfEmpty().Max() + 1];
        Array.Fill(positions, -1);
        foreach (var pool in divided)
        {
            positions[pool.Number] = _terms.PositionOf(pool.Pool.Index);
        }

        return positions;
    }

    // Until it has its pocket, a stream turns over the ways that others were given.
    private bool HasNewStream(ReadOnlySpan<PoolLoad> loads)
    {
        for (var index = 0; index < loads.Length; index++)
        {
            if (loads[index].IsStreaming && (_running & (1UL << (index % 64))) == 0)
            {
                return true;
            }
        }

        return false;
    }

    private static ulong Running(ReadOnlySpan<PoolLoad> loads)
    {
        var bits = 0UL;
        for (var index = 0; index < loads.Length; index++)
        {
            bits |= loads[index].Queries > 0 ? 1UL << (index % 64) : 0;
        }

        return bits;
    }

    private bool IsWorthIt(ImmutableArray<CacheRequest> requests, ulong running)
    {
        var largest = 0;
        for (var index = 0; index < requests.Length; index++)
        {
            if (requests[index].IsExclusive != _requests[index].IsExclusive)
            {
                return true;
            }

            largest = Math.Max(largest, Math.Abs(requests[index].Ways - _requests[index].Ways));
        }

        return largest > (running == _running ? _options.DeadBandWays : 0);
    }
}
