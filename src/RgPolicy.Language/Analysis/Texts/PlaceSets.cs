namespace RgPolicy.Language.Analysis.Texts;

/// <summary>Steps from one set of places to the next.</summary>
internal sealed class PlaceSets(PlaceTable table)
{
    private readonly List<int> _places = [];

    /// <summary>Where a text begins.</summary>
    public int[] Start() => Close(table.Starts);

    /// <summary>Where one more unit leads.</summary>
    public int[] Read(int[] from, char unit, char upper)
    {
        var next = new List<int>(from.Length);
        foreach (var place in from)
        {
            if (table.Kind(place) == PlaceKind.Many)
                next.Add(place);
            else if (table.Takes(place, unit, upper))
                next.Add(place + 1);
        }

        return Close(next);
    }

    /// <summary>
    /// The places with those behind a <c>%</c>. A question that has come to a <c>%</c> needs no place
    /// before it: whatever those would take, the rest of the text behind the <c>%</c> takes too.
    /// </summary>
    private int[] Close(IReadOnlyList<int> rising)
    {
        _places.Clear();
        for (var at = 0; at < rising.Count; at++)
            Push(rising[at]);

        return [.. _places];
    }

    private void Push(int place)
    {
        while (_places.Count == 0 || _places[^1] < place)
        {
            if (table.Kind(place) != PlaceKind.Many)
            {
                _places.Add(place);
                return;
            }

            while (_places.Count > 0 && table.Question(_places[^1]) == table.Question(place))
                _places.RemoveAt(_places.Count - 1);

            _places.Add(place++);
        }
    }
}
