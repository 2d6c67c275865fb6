using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;

namespace RgPolicy.Language.Analysis.Samples;

/// <summary>
/// Finds a text that matches some patterns and not others and is none of a list of names: a walk over
/// the product of the automata and the names' beginnings, shortest texts first. A walk that ends proves
/// that there is no such text.
/// </summary>
internal sealed class TextFinder(TextAxis axis, WorkBudget budget)
{
    private const int MostStates = 4_000;
    private const long MostPlaces = 2_000_000;
    private const int PlacesPerStep = 16;
    private const string Fresh = "xyzqjkvw0123456789";
    private const char FirstOther = '\u4E00';

    /// <summary>Such a text, simple rather than shortest, or null where there is none or the walk got
    /// too long.</summary>
    /// <param name="wanted">The patterns, and whether the text is to match each.</param>
    /// <param name="isProved">False when the walk was given up.</param>
    public string? Find(IReadOnlyList<(PatternText Pattern, bool IsMatch)> wanted, out bool isProved)
    {
        isProved = true;
        return Guess(wanted) ?? Walk(wanted, Alphabet(wanted, FindFresh(wanted)), out isProved);
    }

    /// <summary>Such a text if it is one of a few likely ones.</summary>
    public string? Guess(IReadOnlyList<(PatternText Pattern, bool IsMatch)> wanted)
    {
        foreach (var guess in Guesses(wanted, FindFresh(wanted)))
        {
            if (!axis.Names.Contains(guess) && Fits(guess, wanted))
            {
                return guess;
            }
        }

        return null;
    }

    /// <summary>True when a given text matches as wanted.</summary>
    public bool Fits(string text, IReadOnlyList<(PatternText Pattern, bool IsMatch)> wanted)
    {
        foreach (var (pattern, isMatch) in wanted)
        {
            budget.Scan(pattern.Length + text.Length);
            if (pattern.IsMatch(text) != isMatch)
            {
                return false;
            }
        }

        return true;
    }

    private string? Walk(
        IReadOnlyList<(PatternText Pattern, bool IsMatch)> wanted,
        ImmutableArray<string> alphabet,
        out bool isProved
    )
    {
        ImmutableArray<PatternAutomaton> automata = [.. wanted.Select(each => new PatternAutomaton(each.Pattern))];
        var cost = automata.Sum(automaton => (long)automaton.Length);
        var left = MostPlaces;
        var open = new Queue<(string Text, ulong[][] States)>();
        var seen = new HashSet<string>(StringComparer.Ordinal);
        Enter("", [.. automata.Select(automaton => automaton.Start)]);
        while (open.TryDequeue(out var here))
        {
            if (IsWanted(here.States) && !axis.Names.Contains(here.Text))
            {
                isProved = true;
                return here.Text;
            }

            foreach (var letter in alphabet)
            {
                if (left <= 0 || seen.Count > MostStates || budget.IsSpent)
                {
                    isProved = false;
                    return null;
                }

                Enter(
                    here.Text + letter,
                    [.. automata.Select((automaton, index) => automaton.Read(here.States[index], letter))]
                );
            }
        }

        isProved = true;
        return null;

        void Enter(string text, ulong[][] states)
        {
            left -= cost + text.Length;
            budget.Spend((int)Math.Min(int.MaxValue, (cost + text.Length) / PlacesPerStep) + 1);
            var places = string.Join(
                ' ',
                states.SelectMany(state => state).Select(word => word.ToString("x", CultureInfo.InvariantCulture))
            );
            if (seen.Add(axis.Names.HasBeginning(text) ? $"{places} {text.ToUpperInvariant()}" : places))
            {
                open.Enqueue((text, states));
            }
        }

        bool IsWanted(ulong[][] states) =>
            wanted.Select((each, index) => automata[index].Accepts(states[index]) == each.IsMatch).All(fits => fits);
    }

    /// <summary>Each pattern that is to match, with nothing or little in place of its wildcards; most
    /// walks end before they begin.</summary>
    private static IEnumerable<string> Guesses(IReadOnlyList<(PatternText Pattern, bool IsMatch)> wanted, char fresh) =>
        wanted
            .Where(each => each.IsMatch)
            .SelectMany(each => each.Pattern.Examples(fresh))
            .Prepend("")
            .Append(fresh.ToString());

    /// <summary>A character that neither the patterns nor the names have.</summary>
    private char FindFresh(IReadOnlyList<(PatternText Pattern, bool IsMatch)> wanted)
    {
        foreach (var likely in Fresh)
        {
            if (IsFresh(likely, wanted))
            {
                return likely;
            }
        }

        var other = FirstOther;
        while (!IsFresh(other, wanted))
        {
            other++; // No policy names every character.
        }

        return other;
    }

    private bool IsFresh(char character, IReadOnlyList<(PatternText Pattern, bool IsMatch)> wanted)
    {
        var upper = char.ToUpperInvariant(character);
        if (axis.Names.Characters.Contains(upper))
        {
            return false;
        }

        foreach (var (pattern, _) in wanted)
        {
            budget.Scan(pattern.Length);
            if (pattern.Names(upper))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>The characters that the patterns name, in both cases, and the fresh one.</summary>
    private static ImmutableArray<string> Alphabet(
        IReadOnlyList<(PatternText Pattern, bool IsMatch)> wanted,
        char fresh
    ) =>
        [
            fresh.ToString(),
            .. wanted
                .SelectMany(each => each.Pattern.Letters)
                .SelectMany(letter => new[] { letter, letter.ToLowerInvariant(), letter.ToUpperInvariant() })
                .Distinct(StringComparer.Ordinal)
                .Order(StringComparer.Ordinal),
        ];
}
