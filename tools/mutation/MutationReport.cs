using System.Text.RegularExpressions;
using RgPolicy.Mutation.Mutants;
using RgPolicy.Mutation.Trying;

namespace RgPolicy.Mutation;

/// <summary>Lists what no test saw, and how much was seen.</summary>
internal static partial class MutationReport
{
    private const int MostCharacters = 110;

    /// <summary>Writes it.</summary>
    /// <returns>Whether the wanted part was seen.</returns>
    public static bool Write(
        TextWriter output,
        Mutant[] mutants,
        IReadOnlyDictionary<int, Outcome> outcomes,
        int wanted
    )
    {
        output.WriteLine();
        foreach (var mutant in mutants.OrderBy(each => each.File, StringComparer.Ordinal).ThenBy(each => each.Line))
        {
            if (outcomes[mutant.Number] is Outcome.Survived or Outcome.NotReached)
                output.WriteLine(Line(mutant, outcomes[mutant.Number]));
        }

        var seen = mutants.Count(mutant => outcomes[mutant.Number] < Outcome.Survived);
        var percent = mutants.Length > 0 ? 100 * seen / mutants.Length : 0;
        output.WriteLine(
            string.Join(
                ", ",
                outcomes.GroupBy(each => each.Value).Order(ByKey).Select(group => $"{group.Key} {group.Count()}")
            )
        );
        output.WriteLine($"{seen} of {mutants.Length} killed ({percent} %)");
        return percent >= wanted;
    }

    private static Comparer<IGrouping<Outcome, KeyValuePair<int, Outcome>>> ByKey { get; } =
        Comparer<IGrouping<Outcome, KeyValuePair<int, Outcome>>>.Create((left, right) => left.Key.CompareTo(right.Key));

    private static string Line(Mutant mutant, Outcome outcome)
    {
        var file = mutant.File[(mutant.File.LastIndexOf("/src/", StringComparison.Ordinal) + 5)..];
        var after = mutant.After.Length > 0 ? mutant.After : "(left out)";
        return $"{file}:{mutant.Line}: {outcome}: {mutant.Kind}: {Short(mutant.Before)} -> {Short(after)}";
    }

    private static string Short(string text)
    {
        var line = Blanks().Replace(text, " ");
        return line.Length <= MostCharacters ? line : line[..MostCharacters] + "...";
    }

    [GeneratedRegex(@"\s+", RegexOptions.None, 10_000)]
    private static partial Regex Blanks();
}
