namespace RgPolicy.Language.Analysis.Classes;

/// <summary>Ranges of cells, sorted by their begin, of which each subtree knows how far its ranges reach.</summary>
internal sealed class RangeTree
{
    private readonly int[] _begin;
    private readonly int[] _end;
    private readonly int[] _place;
    private readonly int[] _reach; // At the middle of a subtree: the farthest end in it.

    /// <param name="ranges">Begin, exclusive end, and the place of the box that they belong to.</param>
    public RangeTree(List<(int Begin, int End, int Place)> ranges)
    {
        ranges.Sort();
        _begin = new int[ranges.Count];
        _end = new int[ranges.Count];
        _place = new int[ranges.Count];
        _reach = new int[ranges.Count];
        for (var index = 0; index < ranges.Count; index++)
        {
            (_begin[index], _end[index], _place[index]) = ranges[index];
        }

        Reach(0, ranges.Count);
    }

    /// <summary>Adds the places of all ranges that meet one; a place with several such ranges comes
    /// several times.</summary>
    public void Collect(int begin, int end, List<int> places) => Collect(0, _begin.Length, begin, end, places);

    private int Reach(int low, int high)
    {
        if (low >= high)
        {
            return int.MinValue;
        }

        var middle = low + ((high - low) / 2);
        _reach[middle] = Math.Max(_end[middle], Math.Max(Reach(low, middle), Reach(middle + 1, high)));
        return _reach[middle];
    }

    private void Collect(int low, int high, int begin, int end, List<int> places)
    {
        while (low < high)
        {
            var middle = low + ((high - low) / 2);
            if (_reach[middle] <= begin)
            {
                return;
            }

            if (_begin[middle] >= end)
            {
                high = middle;
                continue;
            }

            if (_end[middle] > begin)
            {
                places.Add(_place[middle]);
            }

            Collect(low, middle, begin, end, places);
            low = middle + 1;
        }
    }
}
