using System.Numerics;
using System.Runtime.Intrinsics;
using NodaTime;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>
/// Finds the pending signals that can still change a decision: those that make a class above the winner
/// true, or the winner untrue. Ends as soon as every pending signal is among them.
/// </summary>
internal sealed class PendingSearch
{
    private readonly ImmutableArray<CompiledClass> _classes;
    private readonly ArmTable _arms;
    private readonly ImmutableArray<ArmBitmap> _bitmaps;
    private readonly ulong[] _signals;
    private readonly bool[] _isPlain;

    public PendingSearch(ImmutableArray<CompiledClass> classes, ArmTable arms, ImmutableArray<ArmBitmap> bitmaps)
    {
        _classes = classes;
        _arms = arms;
        _bitmaps = bitmaps;
        _signals = [.. classes.Select(item => item.Condition?.Signals ?? 0)];
        _isPlain = new bool[classes.Length];
        foreach (var group in arms.Arms.GroupBy(arm => arm.Class))
            _isPlain[group.Key] = group.Count() == 1 && group.First().Rest.IsEmpty;
    }

    public ulong Find(ReadOnlySpan<int> ranks, SignalValues values, Instant at, ulong pending, int winner)
    {
        var found = 0UL;
        foreach (var bitmap in _bitmaps)
            found = Find(bitmap, ranks, values, at, pending, winner, found);

        return found;
    }

    private ulong Find(
        ArmBitmap bitmap,
        ReadOnlySpan<int> ranks,
        SignalValues values,
        Instant at,
        ulong pending,
        int winner,
        ulong found
    )
    {
        if (bitmap.BlockCount == 0)
            return found;

        Span<int> chosen = stackalloc int[bitmap.SlotCount];
        bitmap.ChooseRows(ranks, pending, chosen);
        for (var block = 0; block < bitmap.BlockCount && found != pending; block++)
        {
            if (bitmap.FirstClassOf(block) <= winner)
                found = Ask(bitmap, bitmap.Combine(chosen, block), block, ranks, values, at, pending, winner, found);
        }

        return found;
    }

    private ulong Ask(
        ArmBitmap bitmap,
        Vector512<ulong> bits,
        int block,
        ReadOnlySpan<int> ranks,
        SignalValues values,
        Instant at,
        ulong pending,
        int winner,
        ulong found
    )
    {
        for (var word = 0; word < ArmBitmap.BlockWords; word++)
        {
            for (var left = bits.GetElement(word); left != 0; left &= left - 1)
            {
                var arm = bitmap.ArmOf(block, (word * 64) + BitOperations.TrailingZeroCount(left));
                var item = _arms.ClassOf(arm);
                if (
                    item <= winner
                    && (_signals[item] & pending & ~found) != 0
                    && _arms.MayHold(arm, ranks, values, pending)
                )
                    found |= _isPlain[item] ? _signals[item] & pending : AskClass(_classes[item], values, at);
            }
        }

        return found;
    }

    private static ulong AskClass(CompiledClass item, SignalValues values, Instant at)
    {
        if (item.Condition is not { } condition)
            return 0;

        var verdict = condition.Evaluate(values, at);
        var canStillDecide = verdict.Value == Truth.True ? verdict.Low != Truth.True : verdict.High == Truth.True;
        return canStillDecide ? condition.Pending(values, at) : 0;
    }
}
