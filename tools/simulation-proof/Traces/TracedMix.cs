namespace RgPolicy.SimulationProof.Traces;

/// <summary>A cache, classes with masks and what they read.</summary>
/// <param name="Sets">Sets.</param>
/// <param name="Ways">Ways.</param>
/// <param name="Masks">The mask of each class.</param>
/// <param name="Items">What is read.</param>
internal sealed record TracedMix(int Sets, int Ways, ulong[] Masks, TracedItem[] Items)
{
    private const int MostClasses = 4;

    /// <summary>Lines of the whole cache.</summary>
    public int Size => Sets * Ways;

    /// <summary>
    /// Draws one: 8 to 20 ways, 1 to 4 classes with masks of at least two ways that may overlap in any way, each with
    /// 1 to 3 of a
    /// structure between a fiftieth and three times the cache, a small table read in circles, or a stream.
    /// </summary>
    public static TracedMix Draw(Random random)
    {
        var ways = random.Next(8, 21);
        var masks = Enumerable.Range(0, random.Next(1, MostClasses + 1)).Select(_ => Mask(random, ways)).ToArray();
        var (sets, items) = (128, new List<TracedItem>());
        for (var index = 0; index < masks.Length; index++)
        {
            var count = random.Next(1, 4);
            for (var item = 0; item < count; item++)
                items.Add(Item(random, index, sets * ways));
        }

        var sum = items.Sum(each => each.Part);
        return new TracedMix(sets, ways, masks, [.. items.Select(each => each with { Part = each.Part / sum })]);
    }

    private static ulong Mask(Random random, int ways)
    {
        var count = random.Next(3) == 0 ? ways : random.Next(2, ways + 1);
        // Most masks are nested from one end, as RgPolicy lays them out.
        var first = random.Next(2) == 0 ? 0 : random.Next(0, ways - count + 1);
        return ((1UL << count) - 1) << first;
    }

    private static TracedItem Item(Random random, int owner, int size)
    {
        var lines = (int)(size * Math.Exp(random.NextDouble() * Math.Log(150)) / 50);
        var part = Math.Exp(random.NextDouble() * 3);
        return random.Next(10) switch
        {
            < 3 => new TracedItem(owner, 0, part, false),
            3 => new TracedItem(owner, Math.Max(1, lines / 8), part, true),
            _ => new TracedItem(owner, Math.Max(1, lines), part, false),
        };
    }
}
