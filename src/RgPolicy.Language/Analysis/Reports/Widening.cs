using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;

namespace RgPolicy.Language.Analysis.Reports;

/// <summary>
/// Widens queries that no class takes on each dimension in turn to all that no class takes. A box of a
/// class keeps off as long as it misses them on some dimension, so each box counts the dimensions on
/// which it still does.
/// </summary>
internal sealed class Widening
{
    private readonly ClassBoxes _classes;
    private readonly List<(int Place, CellSet Set)>[] _asking; // For each dimension the boxes that narrow it.

    public Widening(ClassBoxes classes)
    {
        _classes = classes;
        _asking = [.. classes.Space.Dimensions.Select(_ => new List<(int, CellSet)>())];
        for (var place = 0; place < classes.All.Length - 1; place++)
        {
            var box = classes.All[place].Box;
            for (var at = 0; at < box.Dimensions.Length; at++)
            {
                _asking[box.Dimensions[at]].Add((place, box.Sets[at]));
            }
        }
    }

    /// <summary>A box around the room that meets no class but the default and could not be larger.</summary>
    public Box Widen(Room room)
    {
        var misses = CountMisses(room);
        var sets = new List<KeyValuePair<int, CellSet>>();
        foreach (var dimension in _classes.Space.Dimensions.Where(dimension => _asking[dimension.Index].Count > 0))
        {
            var widest = Widest(dimension, room.On(dimension.Index), misses);
            if (!widest.Equals(dimension.All))
            {
                sets.Add(KeyValuePair.Create(dimension.Index, widest));
            }
        }

        return Box.Of(sets);
    }

    private int[] CountMisses(Room room)
    {
        var misses = new int[_classes.All.Length];
        for (var dimension = 0; dimension < _asking.Length; dimension++)
        {
            if (_asking[dimension].Count == 0)
            {
                continue;
            }

            var here = room.On(dimension);
            foreach (var (place, set) in _asking[dimension])
            {
                misses[place] += set.Intersects(here) ? 0 : 1;
            }
        }

        return misses;
    }

    private CellSet Widest(Dimension dimension, CellSet here, int[] misses)
    {
        var isTaken = new bool[dimension.All.Count];
        foreach (var (place, set) in _asking[dimension.Index])
        {
            if (misses[place] == 1 && !set.Intersects(here))
            {
                for (var index = 0; index < set.Bounds.Length; index += 2)
                {
                    isTaken.AsSpan(set.Bounds[index]..set.Bounds[index + 1]).Fill(true);
                }
            }
        }

        var widest = CellSet.Where(isTaken, false);
        foreach (var (place, set) in _asking[dimension.Index])
        {
            misses[place] -= !set.Intersects(here) && set.Intersects(widest) ? 1 : 0;
        }

        return widest;
    }
}
