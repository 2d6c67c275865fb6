namespace RgPolicy.Language.Diagnostics;

/// <summary>Finds the name that an unknown one was probably meant to be.</summary>
public static class NameSuggestion
{
    private const int LongestName = 64;
    private const int MostCandidates = 2_000;

    /// <summary>The nearest candidate within a third of the name's length (at least 1, at most 3
    /// edits), or null.</summary>
    public static string? Find(string name, IEnumerable<string> candidates)
    {
        if (name.Length > LongestName)
            return null;

        var limit = Math.Clamp(name.Length / 3, 1, 3);
        return candidates
            .Take(MostCandidates)
            .Where(candidate => candidate.Length <= LongestName && Math.Abs(candidate.Length - name.Length) <= limit)
            .Select(candidate => (Name: candidate, Edits: Distance(name, candidate)))
            .Where(pair => pair.Edits <= limit)
            .OrderBy(pair => pair.Edits)
            .ThenBy(pair => pair.Name, StringComparer.Ordinal)
            .Select(pair => pair.Name)
            .FirstOrDefault();
    }

    /// <summary>Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).</summary>
    internal static int Distance(string left, string right)
    {
        var rows = new int[left.Length + 1, right.Length + 1];
        for (var row = 0; row <= left.Length; row++)
        {
            for (var column = 0; column <= right.Length; column++)
                rows[row, column] = Cell(rows, left, right, row, column);
        }

        return rows[left.Length, right.Length];
    }

    private static int Cell(int[,] rows, string left, string right, int row, int column)
    {
        if (row == 0 || column == 0)
            return row + column;

        var isSame = char.ToUpperInvariant(left[row - 1]) == char.ToUpperInvariant(right[column - 1]);
        var best = Math.Min(
            Math.Min(rows[row - 1, column] + 1, rows[row, column - 1] + 1),
            rows[row - 1, column - 1] + (isSame ? 0 : 1)
        );
        var isSwap = row > 1 && column > 1 && left[row - 1] == right[column - 2] && left[row - 2] == right[column - 1];
        return isSwap ? Math.Min(best, rows[row - 2, column - 2] + 1) : best;
    }
}
