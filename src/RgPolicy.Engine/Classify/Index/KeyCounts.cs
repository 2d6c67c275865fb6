using System.Collections.Immutable;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>How many arms ask for the same as a key: the fewer, the shorter the list in which an arm stands.</summary>
internal sealed class KeyCounts
{
    private readonly Dictionary<int, Dictionary<string, int>> _texts = [];
    private readonly Dictionary<int, (double[] Lows, double[] Highs)> _ranges;

    public KeyCounts(ImmutableArray<Arm> arms)
    {
        foreach (var key in arms.SelectMany(arm => arm.Keys).OfType<TextKey>())
        {
            foreach (var text in key.Texts)
            {
                var counts = TextsOf(key.Ordinal);
                counts[text] = counts.GetValueOrDefault(text) + 1;
            }
        }

        _ranges = arms.SelectMany(arm => arm.Keys)
            .OfType<NumberKey>()
            .GroupBy(key => key.Ordinal, key => key.Ranges)
            .ToDictionary(
                group => group.Key,
                group => (Sorted(group, range => range.Low), Sorted(group, range => range.High))
            );
    }

    /// <summary>The most arms beside which an arm stands that is filed by this key.</summary>
    public int Of(ArmKey key) =>
        key switch
        {
            TextKey texts => texts.Texts.Max(text => TextsOf(texts.Ordinal)[text]),
            NumberKey numbers => numbers
                .Ranges.Select(range => Overlapping(numbers.Ordinal, range))
                .DefaultIfEmpty()
                .Max(),
            _ => throw new NotSupportedException($"A key of type {key.GetType().Name} is not counted."),
        };

    private int Overlapping(int ordinal, KeyRange range)
    {
        var (lows, highs) = _ranges[ordinal];
        return Below(lows, Math.BitIncrement(range.High)) - Below(highs, range.Low);
    }

    private Dictionary<string, int> TextsOf(int ordinal)
    {
        if (!_texts.TryGetValue(ordinal, out var counts))
        {
            _texts.Add(ordinal, counts = new(StringComparer.OrdinalIgnoreCase));
        }

        return counts;
    }

    /// <summary>How many are below a limit.</summary>
    private static int Below(double[] sorted, double limit)
    {
        var (low, high) = (0, sorted.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = sorted[middle] < limit ? (middle + 1, high) : (low, middle);
        }

        return low;
    }

    private static double[] Sorted(IEnumerable<ImmutableArray<KeyRange>> ranges, Func<KeyRange, double> end) =>
        [.. ranges.SelectMany(all => all).Select(end).Order()];
}
