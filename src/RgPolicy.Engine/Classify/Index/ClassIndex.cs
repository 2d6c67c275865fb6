using System.Collections.Immutable;
using NodaTime;
using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>
/// Finds the first class whose condition is true without trying them all. Each arm is filed once, by the key that the
/// fewest arms share; a look-up gives candidates, and the condition decides. Immutable, takes no lock, allocates only
/// for a text that is seen for the first time.
/// </summary>
internal sealed class ClassIndex
{
    private readonly ImmutableArray<CompiledClass> _classes;
    private readonly TextLists _texts;
    private readonly ImmutableArray<NumberLists> _numbers;
    private readonly ArmEntry[] _rest;
    private readonly ulong _signals;

    public ClassIndex(ImmutableArray<CompiledClass> classes)
    {
        _classes = classes;
        _signals = classes.Aggregate(0UL, (bits, item) => bits | (item.Condition?.Signals ?? 0));
        ImmutableArray<Arm> arms = [.. classes.SelectMany(Arm.Of)];
        var counts = new KeyCounts(arms);
        var filed = arms.Select(arm => File(arm, counts)).ToList();
        _texts = new TextLists(FiledBy<TextKey>(filed));
        _numbers =
        [
            .. FiledBy<NumberKey>(filed)
                .GroupBy(item => item.Key.Ordinal)
                .Select(group => new NumberLists(group.Key, [.. group])),
        ];
        _rest = [.. filed.Where(item => item.Key is null).Select(item => item.Entry)];
    }

    /// <summary>The class of a query, and the pending signals that can still change it.</summary>
    public ClassDecision Classify(SignalValues values, Instant at)
    {
        var winner = Search(values, at);
        var undecided = Undecided(values, at, winner);
        return new ClassDecision(winner, undecided != 0, undecided);
    }

    private static (ArmKey? Key, ArmEntry Entry) File(Arm arm, KeyCounts counts)
    {
        var key = arm.Keys.MinBy(counts.Of);
        var ranges = arm.Keys.OfType<NumberKey>().Where(each => each.Ranges.Length == 1).OrderBy(counts.Of);
        return (key, new ArmEntry(arm.Class, [.. ranges.Select(range => (range.Ordinal, range.Ranges[0]))]));
    }

    private static IEnumerable<(TKey Key, ArmEntry Entry)> FiledBy<TKey>(
        IEnumerable<(ArmKey? Key, ArmEntry Entry)> filed
    )
        where TKey : ArmKey =>
        filed.SelectMany(item => item.Key is TKey key ? [(key, item.Entry)] : Array.Empty<(TKey, ArmEntry)>());

    private int Search(SignalValues values, Instant at)
    {
        var best = _classes.Length - 1;
        for (var signal = 0; signal < _texts.Count; signal++)
        {
            best = FirstOf(_texts.Find(signal, values), values, at, best);
        }

        foreach (var lists in _numbers.AsSpan())
        {
            best = FirstOf(lists.Find(values), values, at, best);
        }

        return FirstOf(_rest, values, at, best);
    }

    private int FirstOf(ReadOnlySpan<ArmEntry> entries, SignalValues values, Instant at, int best)
    {
        foreach (ref readonly var entry in entries)
        {
            if (entry.Class >= best)
            {
                break;
            }

            if (entry.MayHold(values) && Holds(_classes[entry.Class], values, at))
            {
                return entry.Class;
            }
        }

        return best;
    }

    private static bool Holds(CompiledClass item, SignalValues values, Instant at) =>
        item.Condition is { } condition && condition.Evaluate(values, at).Value == Truth.True;

    /// <summary>The pending signals that can still make a class above the winner true, or the winner untrue.</summary>
    private ulong Undecided(SignalValues values, Instant at, int winner)
    {
        var (pending, found) = (values.Pending & _signals, 0UL);
        for (var index = 0; found != pending && index <= winner; index++)
        {
            if (_classes[index].Condition is { } condition && (condition.Signals & pending & ~found) != 0)
            {
                found |= Undecided(condition, values, at);
            }
        }

        return found;
    }

    private static ulong Undecided(CompiledCondition condition, SignalValues values, Instant at)
    {
        var verdict = condition.Evaluate(values, at);
        var canStillDecide = verdict.Value == Truth.True ? verdict.Low != Truth.True : verdict.High == Truth.True;
        return canStillDecide ? condition.Pending(values, at) : 0;
    }
}
