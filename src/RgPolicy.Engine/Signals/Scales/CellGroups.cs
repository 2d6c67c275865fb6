namespace RgPolicy.Engine.Signals.Scales;

/// <summary>Numbers the cells of a grid anew, at most 255 numbers, each for neighbours that hold about as many bounds
/// as any other's.</summary>
internal static class CellGroups
{
    // Two neighbouring groups together hold more bounds than one may, and where bounds are few there is
    // a group between any two.
    private const int Most = 120;

    /// <summary>The group of each cell, ascending from 0.</summary>
    public static byte[] Of(KeyGrid grid, ReadOnlySpan<double> bounds)
    {
        var counts = new int[grid.Count];
        foreach (var bound in bounds)
        {
            counts[grid.CellOf(bound)]++;
        }

        var limit = (bounds.Length + Most - 1) / Most;
        var groups = new byte[grid.Count];
        for (var (cell, group, held) = (1, 0, counts[0]); cell < groups.Length; cell++)
        {
            var count = counts[cell];
            var isApart = limit <= 1 && (count == 0) != (held == 0);
            (group, held) = isApart || (count > 0 && held + count > limit) ? (group + 1, count) : (group, held + count);
            groups[cell] = (byte)group;
        }

        return groups;
    }
}
