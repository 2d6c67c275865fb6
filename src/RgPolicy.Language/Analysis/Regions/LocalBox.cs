namespace RgPolicy.Language.Analysis.Regions;

/// <summary>A box whose dimensions are counted among those of one search.</summary>
/// <param name="Owner">Whose it is.</param>
/// <param name="Dimensions">Places among the search's dimensions.</param>
/// <param name="Sets">The cells on each.</param>
internal sealed record LocalBox(int Owner, int[] Dimensions, CellSet[] Sets)
{
    /// <summary>The number of exits of a box that has nothing of the room.</summary>
    public const int Apart = int.MaxValue;

    public static LocalBox Of(OwnedBox owned, int[] dimensions) => new(
        owned.Owner,
        Array.ConvertAll(owned.Box.Dimensions, dimension => Array.BinarySearch(dimensions, dimension)),
        owned.Box.Sets);

    public CellSet? On(int dimension)
    {
        for (var place = 0; place < Dimensions.Length; place++)
        {
            if (Dimensions[place] == dimension)
            {
                return Sets[place];
            }
        }

        return null;
    }

    /// <summary>On how many dimensions a query of the room can be outside the box; 0 when the room lies inside it.</summary>
    /// <param name="room">The room.</param>
    /// <param name="exit">One such dimension, as a place in <see cref="Dimensions"/>.</param>
    public int CountExits(CellSet[] room, out int exit)
    {
        var count = 0;
        exit = -1;
        for (var place = 0; place < Dimensions.Length; place++)
        {
            var here = room[Dimensions[place]];
            if (here.IsSubsetOf(Sets[place]))
            {
                continue;
            }

            if (!here.Intersects(Sets[place]))
            {
                return Apart;
            }

            exit = place;
            count++;
        }

        return count;
    }
}
