using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>
/// Finds the boxes that matter for a question without a look at most others. Each box is kept under one
/// dimension, on which few questions meet it; a question looks under the dimensions of its target, and
/// under those that are open outside.
/// </summary>
internal sealed class BoxIndex
{
    private const int MostRanges = 128; // Of a set with more ranges only the hull is kept.

    private readonly OwnedBox[] _boxes;
    private readonly ulong[] _signatures;
    private readonly int[][] _under; // For each dimension the places of the boxes under it, rising.
    private readonly RangeTree?[] _trees;
    private readonly int[] _everywhere; // The places of the boxes that narrow nothing.
    private readonly int[] _met;
    private readonly List<int> _raw = [];
    private readonly List<int> _candidates = [];
    private readonly WorkBudget _budget;
    private int _question;

    public BoxIndex(ClassBoxes classes, WorkBudget budget)
    {
        _boxes = [.. classes.All];
        _budget = budget;
        _signatures = Array.ConvertAll(_boxes, owned => owned.Box.Signature);
        _met = new int[_boxes.Length];
        var dimensions = classes.Space.Dimensions;
        Any = new LastCells(_boxes, [.. dimensions.Select(dimension => dimension.All)]);
        Known = new LastCells(_boxes, [.. dimensions.Select(dimension => dimension.Known)]);
        var homes = Homes(dimensions);
        _everywhere = PlacesUnder(-1);
        _under = [.. dimensions.Select(dimension => PlacesUnder(dimension.Index))];
        _trees = [.. dimensions.Select(dimension => Tree(dimension.Index))];

        int[] PlacesUnder(int dimension) => homes.TryGetValue(dimension, out var places) ? [.. places] : [];
    }

    /// <summary>What is taken last where everything counts.</summary>
    public LastCells Any { get; }

    /// <summary>What is taken last where only known values count.</summary>
    public LastCells Known { get; }

    /// <summary>The boxes from one place to another that meet the target and hold a cell that counts
    /// outside it.</summary>
    /// <param name="target">The box asked about.</param>
    /// <param name="outside">What counts outside it.</param>
    /// <param name="from">The place of the first box to look at.</param>
    /// <param name="to">The place behind the last one.</param>
    public List<OwnedBox> Near(Box target, Outside outside, int from, int to)
    {
        Look(target, outside, from, to);
        _candidates.Sort();
        var near = new List<OwnedBox>(_candidates.Count);
        foreach (var place in _candidates)
        {
            near.Add(_boxes[place]);
        }

        return near;
    }

    /// <summary>The place of the first box that <see cref="Near"/> would find, or -1.</summary>
    public int FirstNear(Box target, Outside outside, int from, int to)
    {
        Look(target, outside, from, to);
        var first = -1;
        foreach (var place in _candidates)
        {
            first = first < 0 || place < first ? place : first;
        }

        return first;
    }

    /// <summary>All boxes from one place on that meet the target, in their order; asked where no
    /// dimension drops out.</summary>
    public IEnumerable<OwnedBox> Touching(Box target, int from)
    {
        for (var place = from; place < _boxes.Length; place++)
        {
            _budget.Spend(_boxes[place].Box.Weight);
            if (_boxes[place].Box.Intersects(target))
            {
                yield return _boxes[place];
            }
        }
    }

    /// <summary>For each dimension the boxes that are kept under it; under -1 those that narrow nothing.</summary>
    private Dictionary<int, List<int>> Homes(IReadOnlyList<Dimension> dimensions)
    {
        var asked = new int[dimensions.Count];
        foreach (var (_, box) in _boxes)
        {
            foreach (var dimension in box.Dimensions)
            {
                asked[dimension]++;
            }
        }

        var homes = new Dictionary<int, List<int>>();
        for (var place = 0; place < _boxes.Length; place++)
        {
            var home = Home(_boxes[place].Box, dimensions, asked);
            if (!homes.TryGetValue(home, out var places))
            {
                homes[home] = places = [];
            }

            places.Add(place);
        }

        return homes;
    }

    /// <summary>The dimension on which the fewest questions meet the box: they look there, and their
    /// cells meet its own.</summary>
    private static int Home(Box box, IReadOnlyList<Dimension> dimensions, int[] asked)
    {
        var (home, least) = (-1, double.MaxValue);
        for (var at = 0; at < box.Dimensions.Length; at++)
        {
            var dimension = box.Dimensions[at];
            var met = (double)asked[dimension] * box.Sets[at].Count / dimensions[dimension].All.Count;
            (home, least) = met < least ? (dimension, met) : (home, least);
        }

        return home;
    }

    private RangeTree? Tree(int dimension)
    {
        var ranges = new List<(int Begin, int End, int Place)>();
        foreach (var place in _under[dimension])
        {
            var set = _boxes[place].Box.On(dimension) ?? CellSet.Empty;
            if (set.Bounds.Length > 2 * MostRanges)
            {
                ranges.Add((set.First, set.End, place));
                continue;
            }

            for (var index = 0; index < set.Bounds.Length; index += 2)
            {
                ranges.Add((set.Bounds[index], set.Bounds[index + 1], place));
            }
        }

        return ranges.Count == 0 ? null : new RangeTree(ranges);
    }

    /// <summary>Leaves what was found in the list of candidates.</summary>
    private void Look(Box target, Outside outside, int from, int to)
    {
        _candidates.Clear();
        _question++;
        var question = new Question(target, outside, ~(outside.OpenBits | target.Signature), from, to);
        KeepSorted(_everywhere, question);
        for (var at = 0; at < target.Dimensions.Length; at++)
        {
            LookUnder(question, at);
        }

        foreach (var dimension in outside.Open)
        {
            if ((target.Signature & Box.Bit(dimension)) == 0 || target.On(dimension) is null)
            {
                KeepSorted(_under[dimension], question);
            }
        }
    }

    private void LookUnder(in Question question, int at)
    {
        if (_trees[question.Target.Dimensions[at]] is not { } tree)
        {
            return;
        }

        _raw.Clear();
        var bounds = question.Target.Sets[at].Bounds;
        for (var index = 0; index < bounds.Length; index += 2)
        {
            tree.Collect(bounds[index], bounds[index + 1], _raw);
        }

        _budget.Scan(_raw.Count + bounds.Length);
        foreach (var place in _raw)
        {
            if (place >= question.From && place < question.To)
            {
                Keep(place, question);
            }
        }
    }

    private void KeepSorted(int[] places, in Question question)
    {
        var begin = Array.BinarySearch(places, question.From);
        var index = begin < 0 ? ~begin : begin;
        for (begin = index; index < places.Length && places[index] < question.To; index++)
        {
            Keep(places[index], question);
        }

        _budget.Scan(index - begin);
    }

    private void Keep(int place, in Question question)
    {
        if (
            (_signatures[place] & question.Shut) == 0
            && _met[place] != _question
            && Matters(_boxes[place].Box, question)
        )
        {
            _met[place] = _question;
            _candidates.Add(place);
        }
    }

    private bool Matters(Box box, in Question question)
    {
        _budget.Spend(box.Weight);
        return box.Intersects(question.Target) && (!box.SharesBits || HoldsOutside(box, question));
    }

    /// <summary>For boxes whose bits do not tell all dimensions apart.</summary>
    private static bool HoldsOutside(Box box, in Question question)
    {
        for (var at = 0; at < box.Dimensions.Length; at++)
        {
            var dimension = box.Dimensions[at];
            if (question.Target.On(dimension) is null && !question.Outside.Cells(dimension).Intersects(box.Sets[at]))
            {
                return false;
            }
        }

        return true;
    }

    /// <param name="Target">The box asked about.</param>
    /// <param name="Outside">What counts outside it.</param>
    /// <param name="Shut">The dimensions of which a box must not ask.</param>
    /// <param name="From">The place of the first box to look at.</param>
    /// <param name="To">The place behind the last one.</param>
    private readonly record struct Question(Box Target, Outside Outside, ulong Shut, int From, int To);
}
