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
        var lists = values.Room(_byRank.GroupCount);
        foreach (var list in lists[.._byRank.Choose(ranks, lists)])
        {
            best = FirstOf(_byRank.Of(list), values, ranks, at, best);
        }

        for (var left = _slots.ScalesWithPatterns(ranks) & _patternScales; left != 0; left &= left - 1)
        {
            var scale = BitOperations.TrailingZeroCount(left);
            var group = BitOperations.PopCount((uint)(_patternScales & ((1 << scale) - 1)));
            foreach (var pattern in _slots.PatternsOf(values, scale))
            {
                best = FirstOf(_byPattern.Of(_byPattern.Place(group, pattern)), values, ranks, at, best);
            }
        }

        return best;
    }

    private int FirstOf(ReadOnlySpan<ListedArm> arms, SignalValues values, ReadOnlySpan<int> ranks, Instant at, int best)
    {
        foreach (ref readonly var arm in arms)
        {
            if (arm.Class >= best)
            {
                break;
            }

            if (arm.MayHold(values.Keys) && _arms.Holds(arm.Number, ranks, values, at))
            {
                return arm.Class;
            }
        }

        return best;
    }

    private int SearchOthers(ReadOnlySpan<int> ranks, SignalValues values, Instant at, int best)
    {
        if (_others.BlockCount == 0)
        {
            return best;
        }

        var chosen = values.Room(_others.SlotCount)[.._others.SlotCount];
        var left = _others.ChooseRows(ranks, 0, chosen);
        for (var block = 0; _others.FirstClassOf(block) < best;)
        {
            if (left != Vector512<ulong>.Zero)
            {
                best = SearchBlock(left, block, ranks, values, at, best);
            }

            if (++block == _others.BlockCount)
            {
                break;
            }

            left = _others.Combine(chosen, block);
        }

        return best;
    }

    /// <summary>The arms of a block are in the order of their classes: the first that holds wins.</summary>
    private int SearchBlock(Vector512<ulong> bits, int block, ReadOnlySpan<int> ranks, SignalValues values, Instant at, int best)
    {
        for (var words = ~Vector512.Equals(bits, Vector512<ulong>.Zero).ExtractMostSignificantBits() & ArmBitmap.AllWords; words != 0; words &= words - 1)
        {
            var word = BitOperations.TrailingZeroCount(words);
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
