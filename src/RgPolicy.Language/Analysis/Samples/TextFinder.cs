using System.Collections.Immutable;
using System.Globalization;
using System.Numerics;

namespace RgPolicy.Language.Analysis.Samples;

/// <summary>
/// Finds a text that matches some patterns and not others and is none of a list of names: a walk over the product of the
/// automata and the names' beginnings, shortest texts first. A walk that ends proves that there is no such text.
/// </summary>
internal static class TextFinder
{
    private const int MostStates = 4_000;
    private const int LongestBeginning = 4_000;
    private const string Fresh = "xyzqjkvw0123456789";

    /// <summary>Such a text, simple rather than shortest, or null where there is none or the walk got too long.</summary>
    /// <param name="wanted">The patterns, and whether the text is to match each.</param>
    /// <param name="names">Texts that it must not equal, whatever the case.</param>
    /// <param name="isProved">False when the walk was given up.</param>
    public static string? Find(
        IReadOnlyList<(PatternAutomaton Pattern, bool IsMatch)> wanted, IReadOnlyList<string> names, out bool isProved)
    {
        var beginnings = Beginnings(names);
        isProved = true;
        ImmutableArray<PatternAutomaton> automata = [.. wanted.Select(each => each.Pattern)];
        var alphabet = Alphabet(automata, names);
        if (Guesses(wanted, alphabet[0]).FirstOrDefault(guess => !IsName(guess) && Fits(guess, wanted)) is { } guessed)
        {
            return guessed;
        }

        var open = new Queue<(string Text, BigInteger[] States)>();
        var seen = new HashSet<string>(StringComparer.Ordinal);
        Enter("", [.. automata.Select(automaton => automaton.Start)]);
        while (open.TryDequeue(out var here) && seen.Count <= MostStates)
        {
            if (IsWanted(here.States) && !IsName(here.Text))
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
            var places = string.Join(' ', states.Select(state => state.ToString("x", CultureInfo.InvariantCulture)));
            if (seen.Add(beginnings.ContainsKey(text) ? $"{places} {text.ToUpperInvariant()}" : places))
            {
                open.Enqueue((text, states));
            }
        }

        bool IsName(string text) => beginnings.TryGetValue(text, out var isWhole) && isWhole;

        bool IsWanted(BigInteger[] states) =>
            wanted.Select((each, index) => each.Pattern.Accepts(states[index]) == each.IsMatch).All(fits => fits);
    }

    /// <summary>True when a given text matches as wanted.</summary>
    public static bool Fits(string text, IReadOnlyList<(PatternAutomaton Pattern, bool IsMatch)> wanted) =>
        wanted.All(each => each.Pattern.Accepts(text.Aggregate(each.Pattern.Start, each.Pattern.Read)) == each.IsMatch);

    /// <summary>Each pattern that is to match, with nothing or little in place of its wildcards; most walks end before they begin.</summary>
    private static IEnumerable<string> Guesses(IReadOnlyList<(PatternAutomaton Pattern, bool IsMatch)> wanted, char fresh) =>
        wanted.Where(each => each.IsMatch).SelectMany(each => each.Pattern.Examples(fresh)).Append(fresh.ToString());

    /// <summary>Every beginning of a name, and whether it is all of one.</summary>
    private static Dictionary<string, bool> Beginnings(IReadOnlyList<string> names)
    {
        var beginnings = new Dictionary<string, bool>(StringComparer.OrdinalIgnoreCase);
        foreach (var name in names)
        {
            for (var length = Math.Min(name.Length - 1, LongestBeginning); length >= 0 && beginnings.TryAdd(name[..length], false); length--)
            {
                // A beginning that is known already has all of its own.
            }

            beginnings[name] = true;
        }

        return beginnings;
    }

    /// <summary>The characters that the patterns name, in both cases, and one that neither they nor the names do.</summary>
    private static ImmutableArray<char> Alphabet(ImmutableArray<PatternAutomaton> automata, IReadOnlyList<string> names)
    {
        var named = automata.SelectMany(automaton => automaton.Characters)
            .SelectMany(character => new[] { character, char.ToLowerInvariant(character), char.ToUpperInvariant(character) })
            .ToHashSet();
        var taken = names.SelectMany(name => name).SelectMany(character => new[] { character, char.ToUpperInvariant(character) })
            .Concat(named).ToHashSet();
        var fresh = Fresh.Concat(Enumerable.Range(0x4E00, taken.Count + 1).Select(code => (char)code)).First(code => !taken.Contains(code));
        return [.. named.Order().Prepend(fresh)];
    }
}
