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
            foreach (ref var held in _counts.AsSpan(set.Bounds[index]..set.Bounds[index + 1]))
            {
                held += count;
            }
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
}
