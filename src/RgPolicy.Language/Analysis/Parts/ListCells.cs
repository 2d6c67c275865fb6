using RgPolicy.Language.Analysis.Regions;

namespace RgPolicy.Language.Analysis.Parts;

/// <summary>The cells of a list's elements, and how many elements that are left hold each.</summary>
internal sealed class ListCells
{
    private readonly ImmutableArray<CellSet> _elements;
    private readonly Dictionary<int, int> _holders = [];
    private int _left;

    public ListCells(ImmutableArray<CellSet> elements, WorkBudget budget)
    {
        _elements = elements;
        _left = elements.Length;
        foreach (var element in elements)
        {
            budget.Spend(element.Count + 1);
            if (budget.IsSpent)
                return;

            foreach (var cell in element.Cells())
                _holders[cell] = _holders.GetValueOrDefault(cell) + 1;
        }
    }

    /// <summary>True when the other elements that are left hold all that this one does: the list is the
    /// same without it.</summary>
    public bool IsHeldByOthers(int place)
    {
        foreach (var cell in _elements[place].Cells())
        {
            if (_holders[cell] < 2)
                return false;
        }

        return _left > 1;
    }

    /// <summary>Takes an element out.</summary>
    public void Leave(int place)
    {
        _left--;
        foreach (var cell in _elements[place].Cells())
            _holders[cell]--;
    }
}
