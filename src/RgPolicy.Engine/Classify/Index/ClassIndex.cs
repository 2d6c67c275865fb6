using System.Collections.Immutable;
using System.Numerics;
using System.Runtime.Intrinsics;
using NodaTime;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>
/// Finds the first class whose condition is true without trying them all. Each value is ranked once among the constants that
/// it is compared with; the ranks name the few arms that may hold, by lists and by a bitmap, and only those are checked.
/// Immutable, takes no lock, allocates nothing but for values and texts seen for the first time.
/// </summary>
internal sealed class ClassIndex
{
    private readonly ImmutableArray<CompiledClass> _classes;
    private readonly Slots _slots;
    private readonly ArmTable _arms;
    private readonly ArmLists _byRank;
    private readonly ArmLists _byPattern;
    private readonly int _patternScales;
    private readonly ArmBitmap _others;
    private readonly PendingSearch _pendingSearch;
    private readonly ulong _signals;

    public ClassIndex(ImmutableArray<CompiledClass> classes)
    {
        _classes = classes;
        var expanded = classes.Where(item => item.Condition is not null)
            .SelectMany(item => ArmExpansion.Of(item.Condition ?? throw new InvalidOperationException())
                .Select(literals => (item.Class.Index, Literals: literals))).ToList();
        var collector = new SlotCollector();
        expanded.ForEach(arm => arm.Literals.ToList().ForEach(literal => collector.Add(literal.Condition)));
        _slots = collector.Build();
        var compiler = new ArmCompiler(collector, _slots);
        ImmutableArray<Arm> arms = [.. expanded.Select(arm => compiler.Compile(arm.Index, arm.Literals))];
        _arms = new ArmTable(arms, _slots);
        var plan = new AccessPlan(arms, _slots);
        (_byRank, _byPattern) = (plan.ByRank, plan.ByPattern);
        _patternScales = Enumerable.Range(0, _byPattern.GroupCount)
            .Aggregate(0, (bits, group) => bits | (1 << _slots.ScaleOfTextSlot(_byPattern.SlotOf(group))));
        _others = new ArmBitmap(plan.Others, arms, _slots);
        _pendingSearch = new PendingSearch(classes, _arms, [_others, new ArmBitmap(Enumerable.Range(0, arms.Length).Except(plan.Others), arms, _slots)]);
        _signals = classes.Aggregate(0UL, (bits, item) => bits | (item.Condition?.Signals ?? 0));
    }

    /// <summary>The class of a query, and the pending signals that can still change it.</summary>
    public ClassDecision Classify(SignalValues values, Instant at)
    {
        var ranks = _slots.Read(values, at);
        var winner = SearchOthers(ranks, values, at, SearchLists(ranks, values, at, _classes.Length - 1));
        var pending = values.Pending & _signals;
        var undecided = pending == 0 ? 0 : _pendingSearch.Find(ranks, values, at, pending, winner);
        return new ClassDecision(winner, undecided != 0, undecided);
    }

    private int SearchLists(ReadOnlySpan<int> ranks, SignalValues values, Instant at, int best)
    {
        for (var group = 0; group < _byRank.GroupCount; group++)
        {
            if (ranks[_byRank.SlotOf(group)] is var rank && rank != Slots.Unknown)
            {
                best = FirstOf(_byRank.Of(group, rank), ranks, values, at, best);
            }
        }

        for (var left = _slots.ScalesWithPatterns(ranks) & _patternScales; left != 0; left &= left - 1)
        {
            var scale = BitOperations.TrailingZeroCount(left);
            var group = BitOperations.PopCount((uint)(_patternScales & ((1 << scale) - 1)));
            foreach (var pattern in _slots.PatternsOf(values, scale))
            {
                best = FirstOf(_byPattern.Of(group, pattern), ranks, values, at, best);
            }
        }

        return best;
    }

    private int FirstOf(ReadOnlySpan<ListedArm> arms, ReadOnlySpan<int> ranks, SignalValues values, Instant at, int best)
    {
        foreach (ref readonly var arm in arms)
        {
            if (arm.Class >= best)
            {
                break;
            }

            if (arm.MayHold(ranks) && _arms.Holds(arm.Number, ranks, values, at))
            {
                return arm.Class;
            }
        }

        return best;
    }

    private int SearchOthers(ReadOnlySpan<int> ranks, SignalValues values, Instant at, int best) => _others.BlockCount switch
    {
        0 => best,
        1 => SearchBlock(_others.CombineAll(ranks), 0, ranks, values, at, best),
        _ => SearchBlocks(ranks, values, at, best),
    };

    private int SearchBlocks(ReadOnlySpan<int> ranks, SignalValues values, Instant at, int best)
    {
        var chosen = values.Room(_others.SlotCount);
        _others.ChooseRows(ranks, 0, chosen);
        for (var block = 0; block < _others.BlockCount && _others.FirstClassOf(block) < best; block++)
        {
            best = SearchBlock(_others.Combine(chosen, block), block, ranks, values, at, best);
        }

        return best;
    }

    /// <summary>The arms of a block are in the order of their classes: the first that holds wins.</summary>
    private int SearchBlock(Vector256<ulong> bits, int block, ReadOnlySpan<int> ranks, SignalValues values, Instant at, int best)
    {
        for (var word = 0; word < ArmBitmap.BlockWords; word++)
        {
            for (var left = bits.GetElement(word); left != 0; left &= left - 1)
            {
                var arm = _others.ArmOf(block, (word * 64) + BitOperations.TrailingZeroCount(left));
                if (_arms.ClassOf(arm) >= best)
                {
                    return best;
                }

                if (_arms.Holds(arm, ranks, values, at))
                {
                    return _arms.ClassOf(arm);
                }
            }
        }

        return best;
    }
}
