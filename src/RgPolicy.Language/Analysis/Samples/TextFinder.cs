using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Analysis.Texts;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Samples;

/// <summary>Finds a text that matches some patterns and not others and is none of a list of names.</summary>
internal sealed class TextFinder(TextAxis axis, WorkBudget budget)
{
    /// <summary>Such a text, simple rather than shortest, or null where there is none or the walk got
    /// too long.</summary>
    /// <param name="wanted">The patterns, and whether the text is to match each.</param>
    /// <param name="isProved">False when the walk was given up.</param>
    public string? Find(IReadOnlyList<(PatternText Pattern, bool IsMatch)> wanted, out bool isProved)
    {
        isProved = true;
        return Guess(wanted) ?? Walk(wanted, out isProved);
    }

    /// <summary>Such a text if it is one of a few likely ones: a pattern with nothing or little in place of its
    /// wildcards.</summary>
    public string? Guess(IReadOnlyList<(PatternText Pattern, bool IsMatch)> wanted)
    {
        budget.Scan(wanted.Sum(each => each.Pattern.Length));
        var fresh = TextWalk.Fresh(unit =>
            axis.Characters.Contains(unit) || wanted.Any(each => each.Pattern.Names(unit))
        );
        return wanted
            .Where(each => each.IsMatch)
            .SelectMany(each => each.Pattern.Examples(fresh))
            .Prepend("")
            .Append(fresh.ToString())
            .FirstOrDefault(guess => !axis.Names.Contains(guess) && Fits(guess, wanted));
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

    private string? Walk(IReadOnlyList<(PatternText Pattern, bool IsMatch)> wanted, out bool isProved)
    {
        var names = axis.Samples.Select(name => (TextQuestion.Name(new TextConstant(name, false)), name));
        var table = new PlaceTable([.. wanted.Select(each => each.Pattern.Question).Concat(names)]);
        var yes = Enumerable.Range(0, wanted.Count).Where(place => wanted[place].IsMatch);
        return new TextWalk(table, budget).Find([.. yes], out isProved);
    }
}
