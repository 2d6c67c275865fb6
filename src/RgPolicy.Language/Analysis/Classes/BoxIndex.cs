using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>
/// Finds the boxes that matter for a question, without a look at the cells of most others: one comparison of bits tells
/// whether a box can hold a query that is like the base outside the question's dimensions.
/// </summary>
internal sealed class BoxIndex
{
    private readonly ClassBoxes _classes;
    private readonly WorkBudget _budget;
    private readonly Base _base;
    private readonly ulong[] _signatures;
    private readonly ulong[] _misses; // The dimensions on which a box does not hold the base's cell.
    private readonly ulong _unknownRules; // The dimensions on which no box asks for unknown.

    public BoxIndex(ClassBoxes classes, WorkBudget budget)
    {
        _classes = classes;
        _budget = budget;
        _base = new Base(classes);
        _signatures = [.. classes.All.Select(owned => owned.Box.Signature)];
        _misses = [.. classes.All.Select(owned => Misses(owned.Box))];
        _unknownRules = UnknownRules();
    }

    public AnalysisSpace Space => _classes.Space;

    /// <summary>The cells that count where a query is like the base outside a target, and known everywhere.</summary>
    public Func<int, CellSet> LikeBase(Box target) => dimension =>
        target.On(dimension) is null ? CellSet.Single(_base.Cells[dimension]) : Space.Dimensions[dimension].Known;

    /// <summary>The base's cell on a dimension.</summary>
    public int BaseCell(int dimension) => _base.Cells[dimension];

    /// <summary>The boxes from one place to another that can hold a query of the target which is like the base elsewhere.</summary>
    public IEnumerable<OwnedBox> NearBase(Box target, int from, int to)
    {
        _budget.Scan(to - from);
        for (var index = from; index < to; index++)
        {
            if ((_misses[index] & ~target.Signature) == 0 && HoldsBase(_classes.All[index].Box, target))
            {
                yield return _classes.All[index];
            }
        }
    }

    /// <summary>
    /// The boxes that matter for whether anything of the target is left. Where a signal may be unknown, the target does not
    /// ask for it and no box asks for unknown, an unknown value is the best way past all boxes: those that ask for the
    /// signal drop out.
    /// </summary>
    /// <param name="target">The box.</param>
    /// <param name="from">The place of the first box to look at.</param>
    /// <param name="to">The place behind the last one.</param>
    /// <param name="known">A bit for each dimension on which only known cells count.</param>
    public IEnumerable<OwnedBox> Near(Box target, int from, int to, ulong known = 0)
    {
        var dropped = _unknownRules & ~target.Signature & ~known;
        _budget.Scan(to - from);
        for (var index = from; index < to; index++)
        {
            if ((_signatures[index] & dropped) == 0 && _classes.All[index].Box.Intersects(target))
            {
                yield return _classes.All[index];
            }
        }
    }

    /// <summary>The boxes that intersect the target.</summary>
    public IEnumerable<OwnedBox> Touching(Box target, int from, int to)
    {
        _budget.Scan(to - from);
        for (var index = from; index < to; index++)
        {
            if (_classes.All[index].Box.Intersects(target))
            {
                yield return _classes.All[index];
            }
        }
    }

    /// <summary>The boxes that hold the whole target.</summary>
    public IEnumerable<OwnedBox> Around(Box target, int from, int to)
    {
        _budget.Scan(to - from);
        for (var index = from; index < to; index++)
        {
            if ((_signatures[index] & ~target.Signature) == 0 && target.IsInside(_classes.All[index].Box))
            {
                yield return _classes.All[index];
            }
        }
    }

    /// <summary>Takes note that the queries of a class are gone for those below it.</summary>
    public void Leave(ReadOnlySpan<OwnedBox> boxes)
    {
        foreach (var (_, box) in boxes)
        {
            if (_base.Leave(box))
            {
                RenewMisses(box.Dimensions[0]);
            }
        }
    }

    private void RenewMisses(int dimension)
    {
        _budget.Scan(_misses.Length);
        for (var index = 0; index < _misses.Length; index++)
        {
            if ((_signatures[index] & Box.Bit(dimension)) != 0)
            {
                _misses[index] = Misses(_classes.All[index].Box);
            }
        }
    }

    private ulong Misses(Box box)
    {
        var misses = 0UL;
        for (var place = 0; place < box.Dimensions.Length; place++)
        {
            var dimension = box.Dimensions[place];
            misses |= box.Sets[place].Contains(_base.Cells[dimension]) ? 0 : Box.Bit(dimension);
        }

        return misses;
    }

    private bool HoldsBase(Box box, Box target)
    {
        for (var place = 0; place < box.Dimensions.Length; place++)
        {
            var dimension = box.Dimensions[place];
            var isHeld = target.On(dimension) is { } set
                ? set.Intersects(box.Sets[place]) : box.Sets[place].Contains(_base.Cells[dimension]);
            if (!isHeld)
            {
                return false;
            }
        }

        return true;
    }

    private ulong UnknownRules()
    {
        var rules = Space.Dimensions.Where(dimension => dimension.CanBeUnknown)
            .Aggregate(0UL, (bits, dimension) => bits | Box.Bit(dimension.Index));
        foreach (var (_, box) in _classes.All)
        {
            for (var place = 0; place < box.Dimensions.Length; place++)
            {
                var dimension = Space.Dimensions[box.Dimensions[place]];
                var asksUnknown = dimension.CanBeUnknown && box.Sets[place].Contains(dimension.UnknownCell);
                rules &= asksUnknown ? ~Box.Bit(dimension.Index) : ulong.MaxValue;
            }
        }

        return rules;
    }
}
