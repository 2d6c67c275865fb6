using System.Collections.Immutable;
using System.Globalization;
using System.Numerics;

namespace RgPolicy.Language.Analysis.Samples;

/// <summary>
/// Finds a text that matches some patterns and not others: a walk over the product of their automata, shortest texts first.
/// A walk that ends proves that there is no such text.
/// </summary>
internal static class TextFinder
{
    private const int MostStates = 4_000;
    private const string Fresh = "xyzqjkvw0123456789";

    /// <summary>The shortest text, or null where there is none or the walk got too long.</summary>
    /// <param name="wanted">The patterns, and whether the text is to match each.</param>
    /// <param name="isProved">False when the walk was given up.</param>
    public static string? Find(IReadOnlyList<(PatternAutomaton Pattern, bool IsMatch)> wanted, out bool isProved)
    {
        isProved = true;
        ImmutableArray<PatternAutomaton> automata = [.. wanted.Select(each => each.Pattern)];
        var alphabet = Alphabet(automata);
        var open = new Queue<(string Text, BigInteger[] States)>();
        var seen = new HashSet<string>(StringComparer.Ordinal);
        Enter("", [.. automata.Select(automaton => automaton.Start)]);
        while (open.TryDequeue(out var here) && seen.Count <= MostStates)
        {
            if (IsWanted(here.States))
            {
                return here.Text;
            }

            foreach (var character in alphabet)
            {
                Enter(here.Text + character, [.. automata.Select((automaton, index) => automaton.Read(here.States[index], character))]);
            }
        }

        isProved = open.Count == 0 && seen.Count <= MostStates;
        return null;

        void Enter(string text, BigInteger[] states)
        {
            if (seen.Add(string.Join(' ', states.Select(state => state.ToString("x", CultureInfo.InvariantCulture)))))
            {
                open.Enqueue((text, states));
            }
        }

        bool IsWanted(BigInteger[] states) =>
            wanted.Select((each, index) => each.Pattern.Accepts(states[index]) == each.IsMatch).All(fits => fits);
    }

    /// <summary>True when a given text matches as wanted.</summary>
    public static bool Fits(string text, IReadOnlyList<(PatternAutomaton Pattern, bool IsMatch)> wanted) =>
        wanted.All(each => each.Pattern.Accepts(text.Aggregate(each.Pattern.Start, each.Pattern.Read)) == each.IsMatch);

    /// <summary>The characters that the patterns name, in both cases, and one that they do not.</summary>
    private static ImmutableArray<char> Alphabet(ImmutableArray<PatternAutomaton> automata)
    {
        var named = automata.SelectMany(automaton => automaton.Characters)
            .SelectMany(character => new[] { character, char.ToLowerInvariant(character), char.ToUpperInvariant(character) })
            .ToHashSet();
        var fresh = Fresh.Concat(Enumerable.Range(0x4E00, named.Count + 1).Select(code => (char)code)).First(code => !named.Contains(code));
        return [.. named.Order().Prepend(fresh)];
    }
}
