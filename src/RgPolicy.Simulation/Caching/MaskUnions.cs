using System.Numerics;

namespace RgPolicy.Simulation.Caching;

/// <summary>The ways that groups of overlapping masks have together: where a common characteristic time can
/// arise.</summary>
internal static class MaskUnions
{
    // Contiguous masks of 16 classes have at most 136 unions; masks with holes may have more, of which the first are
    // enough.
    private const int Most = 1024;

    /// <summary>Every union of masks that overlap, each once.</summary>
    public static ulong[] Of(IReadOnlyCollection<ulong> masks)
    {
        var found = new HashSet<ulong>(masks);
        var open = new Queue<ulong>(found.OrderBy(BitOperations.PopCount));
        while (open.TryDequeue(out var union))
        {
            foreach (var mask in masks)
            {
                if ((union & mask) != 0 && found.Count < Most && found.Add(union | mask))
                    open.Enqueue(union | mask);
            }
        }

        return [.. found.OrderBy(BitOperations.PopCount).ThenBy(each => each)];
    }
}
