using System.Globalization;

namespace RgPolicy.Mutation.Trying;

/// <summary>All tests without any change.</summary>
/// <param name="Tests">Those that passed twice.</param>
/// <param name="Reached">The changes whose places ran at all.</param>
internal sealed record Measurement(TestFigure[] Tests, HashSet<int> Reached)
{
    /// <summary>Reads what the tests' process wrote.</summary>
    public static Measurement Read(string[] lines)
    {
        var words = lines.Select(line => line.Split('\t')).ToList();
        var tests = words
            .Where(line => line[0] == "test")
            .Select(line => new TestFigure(
                line[1],
                double.Parse(line[2], CultureInfo.InvariantCulture),
                Numbers(line[3])
            ))
            .OrderBy(test => test.Seconds)
            .ToArray();
        return new(tests, [.. words.Where(line => line[0] == "first").SelectMany(line => Numbers(line[2]))]);
    }

    /// <summary>What the process is told to try a change with: the quickest test first.</summary>
    /// <param name="mutant">The change.</param>
    /// <param name="slowest">Tests that take more seconds are left out.</param>
    public string LineFor(int mutant, double slowest)
    {
        var reaching = Tests.Where(test => test.Mutants.Contains(mutant)).ToList();
        // What runs once in a process is seen by whichever test comes first.
        var chosen = reaching.Count > 0 ? reaching : [.. Tests];
        return string.Join(
            '\t',
            chosen
                .Where(test => test.Seconds <= slowest)
                .Select(test => FormattableString.Invariant($"{test.Name}={test.Seconds:0.0000}"))
                .Prepend(mutant.ToString(CultureInfo.InvariantCulture))
        );
    }

    /// <summary>Whether a change's place runs once in a process only.</summary>
    public bool RunsOnce(int mutant) => Reached.Contains(mutant) && !Tests.Any(test => test.Mutants.Contains(mutant));

    private static int[] Numbers(string text) =>
        [
            .. text.Split(' ', StringSplitOptions.RemoveEmptyEntries)
                .Select(number => int.Parse(number, CultureInfo.InvariantCulture)),
        ];
}
