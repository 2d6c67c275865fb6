using System.Numerics;
using System.Runtime.InteropServices;
using RgPolicy.Language.Analysis.Regions;

namespace RgPolicy.Language.Analysis.Parts;

/// <summary>How many sets hold each cell of one dimension.</summary>
internal sealed class Holders(int cells)
{
    private readonly int[] _counts = new int[cells];

    /// <summary>Adds a set, or takes it out with -1.</summary>
    public void Add(CellSet set, int count)
    {
        for (var index = 0; index < set.Bounds.Length; index += 2)
        {
            Add(_counts.AsSpan(set.Bounds[index]..set.Bounds[index + 1]), count);
        }
    }

    /// <summary>True when each cell of the set is held by another set too.</summary>
    public bool AreHeldTwice(CellSet set)
    {
        for (var index = 0; index < set.Bounds.Length; index += 2)
        {
            if (_counts.AsSpan(set.Bounds[index]..set.Bounds[index + 1]).IndexOfAnyInRange(int.MinValue, 1) >= 0)
            {
                return false;
            }
        }

        return true;
    }

    // As many cells at once as the processor takes: of a condition with thousands of terms this is the longest loop.
    private static void Add(Span<int> cells, int count)
    {
        var vectors = MemoryMarshal.Cast<int, Vector<int>>(cells);
        var counts = new Vector<int>(count);
        foreach (ref var vector in vectors)
        {
            vector += counts;
        }

        foreach (ref var cell in cells[(vectors.Length * Vector<int>.Count)..])
        {
            cell += count;
        }
    }
}
