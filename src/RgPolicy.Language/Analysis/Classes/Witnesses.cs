using RgPolicy.Language.Analysis.Regions;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>
/// The last few queries that reached a class. What the classes above left at one place they often leave
/// beside it too: so a guess at the next class's box is a look into the index, not a search.
/// </summary>
internal sealed class Witnesses(ClassBoxes classes, BoxIndex index)
{
    private const int Most = 6;

    private readonly LinkedList<Room> _last = new([
        new Room(new Dictionary<int, CellSet>(), index.Known.Before(0).Cells),
    ]);

    /// <summary>A known query of the box that no box before a place holds, or null.</summary>
    public Room? Guess(Box box, int before)
    {
        for (var witness = _last.First; witness is not null; witness = witness.Next)
        {
            if (
                Move(witness.Value, box, before) is { } point
                && index.FirstNear(point, index.Known.Before(before), 0, before) < 0
            )
            {
                _last.Remove(witness);
                return Remember(Around(point, before));
            }
        }

        return null;
    }

    /// <summary>Keeps a witness that a search found.</summary>
    public Room Remember(Room room)
    {
        _last.AddFirst(room);
        if (_last.Count > Most)
        {
            _last.RemoveLast();
        }

        return room;
    }

    /// <summary>The witness's query with the cells of the box where the box narrows, or null where the
    /// box is unknown.</summary>
    private Box? Move(Room witness, Box box, int before)
    {
        var cells = new SortedDictionary<int, CellSet>();
        foreach (var dimension in index.Known.Before(before).Open)
        {
            cells[dimension] = CellSet.Single(witness.On(dimension).First);
        }

        for (var at = 0; at < box.Dimensions.Length; at++)
        {
            var known = box.Sets[at].Intersect(classes.Space.Dimensions[box.Dimensions[at]].Known);
            if (known.IsEmpty)
            {
                return null;
            }

            var cell = witness.On(box.Dimensions[at]).First;
            cells[box.Dimensions[at]] = CellSet.Single(known.Contains(cell) ? cell : known.First);
        }

        return Box.Of(cells);
    }

    private Room Around(Box point, int before)
    {
        var outside = index.Known.Before(before);
        return new Room(
            point.Dimensions.Zip(point.Sets).ToDictionary(pair => pair.First, pair => pair.Second),
            outside.Cells
        );
    }
}
