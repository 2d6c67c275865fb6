using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Signals.Scales;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>Turns lists of literals into arms over slots.</summary>
internal sealed class ArmCompiler(SlotCollector collector, Slots slots)
{
    public Arm Compile(int classIndex, ImmutableArray<Literal> literals)
    {
        var answered = literals.Where(literal => collector.Has(literal.Condition)).ToList();
        return new Arm(
            classIndex,
            [
                .. answered
                    .Where(literal => literal.Condition is not LikeAtom)
                    .Select(literal => (Slot: SlotOf(literal.Condition), Set: SetOf(literal)))
                    .GroupBy(pair => pair.Slot, pair => pair.Set)
                    .Select(group => Require(group.Key, group))
                    .OrderBy(test => test.Share),
            ],
            [.. answered.Where(literal => literal.Condition is LikeAtom).Select(PatternOf)],
            [.. literals.Where(literal => !collector.Has(literal.Condition)).Select(literal => literal.AsCondition())]
        );
    }

    private Requirement Require(int slot, IEnumerable<RankSet> sets)
    {
        var set = sets.Aggregate((left, right) => left.Intersect(right, slots.ConstantCount(slot)));
        var numbers = slots.IsNumber(slot) ? new NumberSet(slots.NumberScaleOf(slot), set) : null;
        var found = numbers is null ? set : slots.CellsOf(slot, numbers);
        return new Requirement(slot, found, (double)found.Count / slots.RankCount(slot), numbers);
    }

    private PatternTest PatternOf(Literal literal)
    {
        var like = (LikeAtom)literal.Condition;
        var slot = slots.TextSlot(like.Signal.Ordinal);
        return new PatternTest(
            slot,
            slots.TextScaleOf(slots.ScaleOfTextSlot(slot)).NumberOf(like.Pattern),
            literal.IsNegated
        );
    }

    private int SlotOf(CompiledCondition literal) =>
        literal switch
        {
            KnownAtom known => slots.PresenceSlot(known.Signal.Ordinal),
            WindowAtom window => slots.WindowSlot(window.Window),
            TextSetAtom set => slots.TextSlot(set.Signal.Ordinal),
            AtomNode atom => slots.NumberSlot(atom.Signal.Ordinal),
            _ => throw new NotSupportedException($"No slot answers a {literal.GetType().Name}."),
        };

    private RankSet SetOf(Literal literal)
    {
        var slot = SlotOf(literal.Condition);
        var set = literal.Condition switch
        {
            RangeAtom range => slots.NumberScaleOf(slot).SetOf(range.Range),
            NumberSetAtom numbers => slots.NumberScaleOf(slot).SetOf(numbers.Numbers),
            TextSetAtom texts => RankSet.Union(
                texts.Texts.Select(slots.TextScaleOf(slots.ScaleOfTextSlot(slot)).SetOf)
            ),
            _ => RankSet.Of(1),
        };
        return literal.IsNegated ? set.Complement(slots.ConstantCount(slot)) : set;
    }
}
