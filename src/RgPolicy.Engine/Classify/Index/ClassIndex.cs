using System.Numerics;
using System.Runtime.Intrinsics;
using NodaTime;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>
/// Finds the first class whose condition is true without trying them all. Each value is ranked once
/// among the constants that it is compared with; the ranks name the few arms that may hold, by lists and by a bitmap,
/// and only those are checked. Immutable, takes no lock, allocates nothing but for values and texts
/// seen for the first time.
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
    private readonly AlignedArray<ArmEntry> _otherEntries;
    private readonly PendingSearch _pendingSearch;
    private readonly ulong _signals;

    public ClassIndex(ImmutableArray<CompiledClass> classes)
    {
        _classes = classes;
        var expanded = classes
            .Where(item => item.Condition is not null)
            .SelectMany(item =>
                ArmExpansion
                    .Of(item.Condition ?? throw new InvalidOperationException())
                    .Select(literals => (item.Class.Index, Literals: literals))
            )
            .ToList();
        var collector = new SlotCollector();
        expanded.ForEach(arm => arm.Literals.ToList().ForEach(literal => collector.Add(literal.Condition)));
        _slots = collector.Build();
        var compiler = new ArmCompiler(collector, _slots);
        ImmutableArray<Arm> arms = [.. expanded.Select(arm => compiler.Compile(arm.Index, arm.Literals))];
        _arms = new ArmTable(arms, _slots);
        var plan = new AccessPlan(arms, _slots);
        (_byRank, _byPattern) = (plan.ByRank, plan.ByPattern);
        _patternScales = Enumerable
            .Range(0, _byPattern.GroupCount)
            .Aggregate(0, (bits, group) => bits | (1 << _slots.ScaleOfTextSlot(_byPattern.SlotOf(group))));
        (_others, _otherEntries) = (new ArmBitmap(plan.Others, arms, _slots), plan.OtherEntries);
        _pendingSearch = new PendingSearch(
            classes,
            _arms,
            [_others, new ArmBitmap(Enumerable.Range(0, arms.Length).Except(plan.Others), arms, _slots)]
        );
        _signals = classes.Aggregate(0UL, (bits, item) => bits | (item.Condition?.Signals ?? 0));
    }

    /// <summary>The class of a query, and the pending signals that can still change it.</summary>
    public ClassDecision Classify(SignalValues values, Instant at)
    {
        var ranks = _slots.Read(values, at);
        var question = new Question(ranks, values, at, _slots.Inexact(values));
        var winner = SearchOthers(in question, SearchLists(in question, _classes.Length - 1));
        var pending = values.Pending & _signals;
        var undecided = pending == 0 ? 0 : _pendingSearch.Find(ranks, values, at, pending, winner);
        return new ClassDecision(winner, undecided != 0, undecided);
    }

    private int SearchLists(in Question question, int best)
    {
        var lists = question.Values.Room(_byRank.GroupCount);
        foreach (var list in lists[.._byRank.Choose(question.Ranks, lists)])
            best = FirstOf(_byRank.Of(list), in question, best);

        for (var left = _slots.ScalesWithPatterns(question.Ranks) & _patternScales; left != 0; left &= left - 1)
        {
            var scale = BitOperations.TrailingZeroCount(left);
            var group = BitOperations.PopCount((uint)(_patternScales & ((1 << scale) - 1)));
            foreach (var pattern in _slots.PatternsOf(question.Values, scale))
                best = FirstOf(_byPattern.Of(_byPattern.Place(group, pattern)), in question, best);
        }

        return best;
    }

    private int FirstOf(ReadOnlySpan<ArmEntry> entries, in Question question, int best)
    {
        foreach (ref readonly var entry in entries)
        {
            if (entry.Class >= best)
                break;

            if (Holds(in entry, in question))
                return entry.Class;
        }

        return best;
    }

    private bool Holds(in ArmEntry entry, in Question question) =>
        entry.MayHold(question.Values.Keys, question.Slack)
        && (
            entry.Decides(question.Values.Keys, question.Inexact)
            || _arms.Holds(entry.Number, question.Ranks, question.Values, question.At)
        );

    private int SearchOthers(in Question question, int best)
    {
        if (_others.BlockCount == 0)
            return best;

        var chosen = question.Values.Room(_others.SlotCount)[.._others.SlotCount];
        var left = _others.ChooseRows(question.Ranks, 0, chosen);
        for (var block = 0; _others.FirstClassOf(block) < best; )
        {
            if (left != Vector512<ulong>.Zero)
                best = SearchBlock(left, block, in question, best);

            if (++block == _others.BlockCount)
                break;

            left = _others.Combine(chosen, block);
        }

        return best;
    }

    /// <summary>The arms of a block are in the order of their classes: the first that holds wins.</summary>
    private int SearchBlock(Vector512<ulong> bits, int block, in Question question, int best)
    {
        for (
            var words =
                ~Vector512.Equals(bits, Vector512<ulong>.Zero).ExtractMostSignificantBits() & ArmBitmap.AllWords;
            words != 0;
            words &= words - 1
        )
        {
            var word = BitOperations.TrailingZeroCount(words);
            for (var left = bits.GetElement(word); left != 0; left &= left - 1)
            {
                var place = (((block * ArmBitmap.BlockWords) + word) * 64) + BitOperations.TrailingZeroCount(left);
                ref readonly var entry = ref _otherEntries.Items[place];
                if (entry.Class >= best)
                    return best;

                if (Holds(in entry, in question))
                    return entry.Class;
            }
        }

        return best;
    }
}
