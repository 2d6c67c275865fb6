namespace RgPolicy.Cli.Shell;

/// <summary>Finds the word that somebody probably meant.</summary>
internal static class Spelling
{
    /// <summary>The closest word within a third of the length in edits, or null.</summary>
    public static string? Closest(string word, IEnumerable<string> known)
    {
        var limit = Math.Max(1, word.TrimStart('-').Length / 3);
        var best = known
            .Select(candidate => (Candidate: candidate, Distance: Distance(word, candidate)))
            .OrderBy(pair => pair.Distance)
            .FirstOrDefault((Candidate: "", Distance: int.MaxValue));
        return best.Distance <= limit ? best.Candidate : null;
    }

    // Optimal string alignment: insert, delete, replace, swap neighbours.
    private static int Distance(string left, string right)
    {
        var cost = new int[left.Length + 1, right.Length + 1];
        for (var i = 0; i <= left.Length; i++)
        {
            for (var j = 0; j <= right.Length; j++)
            {
                cost[i, j] = i == 0 || j == 0 ? i + j : Cheapest(cost, left, right, i, j);
            }
        }

        return cost[left.Length, right.Length];
    }

    private static int Cheapest(int[,] cost, string left, string right, int i, int j)
    {
        var replace = cost[i - 1, j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1);
        var best = Math.Min(replace, Math.Min(cost[i - 1, j], cost[i, j - 1]) + 1);
        var swapped = i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
        return swapped ? Math.Min(best, cost[i - 2, j - 2] + 1) : best;
    }
}
