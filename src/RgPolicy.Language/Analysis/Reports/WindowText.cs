using NodaTime;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Reports;

/// <summary>Writes moments as a condition about windows that a reader can take in.</summary>
internal sealed class WindowText
{
    private const int MostTerms = 6;
    private const int MostMoments = 8;

    private readonly TimeAxis _axis;
    private readonly CellSet _all;
    private readonly ImmutableArray<(string Text, CellSet Cells)> _terms;

    public WindowText(TimeAxis axis)
    {
        _axis = axis;
        _all = CellSet.Range(0, axis.Count);
        var names = axis
            .Windows.GroupBy(window => window.Name, StringComparer.Ordinal)
            .Where(group => group.Count() > 1)
            .Select(group => group.Key)
            .ToHashSet(StringComparer.Ordinal);
        _terms = [.. axis.Windows.Zip(axis.Open).SelectMany(pair => Terms(Name(pair.First, names), pair.Second))];
    }

    /// <summary>The condition, and whether it is true at just these moments; else it is true at all of
    /// them and at others.</summary>
    public (string Text, bool IsExact) Of(CellSet moments)
    {
        var (terms, left) = Narrow(moments);
        if (left.Equals(moments))
            return (And(terms), true);

        return moments.Count <= MostMoments && _axis.Windows.Length <= MostTerms
            ? ($"({string.Join(" or ", moments.Cells().Select(At))})", true)
            : (terms.Count == 0 ? "at certain moments" : And(terms), false);
    }

    /// <summary>Two policies may have windows of one name.</summary>
    private static string Name(Window window, HashSet<string> names) =>
        names.Contains(window.Name) ? $"{window.Name} ({WindowSpan.Of(window)})" : window.Name;

    private IEnumerable<(string Text, CellSet Cells)> Terms(string name, CellSet open) =>
        [($"during {name}", open), ($"not during {name}", _all.Except(open))];

    /// <summary>Terms that are true at all the moments, each the one that leaves the fewest others.</summary>
    private (List<string> Terms, CellSet Left) Narrow(CellSet moments)
    {
        var (terms, left) = (new List<string>(), _all);
        var fitting = _terms.Where(term => moments.IsSubsetOf(term.Cells)).ToList();
        while (terms.Count < MostTerms && !left.Equals(moments) && fitting.Count > 0)
        {
            var (text, cells) = fitting.MinBy(term => left.Intersect(term.Cells).Count);
            if (left.IsSubsetOf(cells))
                break;

            terms.Add(text);
            left = left.Intersect(cells);
        }

        return (terms, left);
    }

    private string At(int cell) =>
        And(_terms.Where(term => term.Cells.Contains(cell)).Select(term => term.Text).ToList());

    private static string And(List<string> terms) => terms.Count == 0 ? "at any time" : string.Join(" and ", terms);
}

/// <summary>Writes a window as the language does: <c>mon..wed, sun 08:00..18:00 "UTC"</c>.</summary>
internal static class WindowSpan
{
    private static readonly string[] Names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

    public static string Of(Window window) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{Days(window)} {window.Start:HH:mm}..{End(window.End)} \"{window.Zone.Id}\""
        );

    // A text of its own: one within another's braces would be made by the current culture.
    private static string End(LocalTime time) =>
        time == LocalTime.Midnight ? "24:00" : FormattableString.Invariant($"{time:HH:mm}");

    private static string Days(Window window)
    {
        var open = window.Days.Select(day => (int)day - 1).ToHashSet();
        var runs = Enumerable
            .Range(0, Names.Length)
            .Where(day => open.Contains(day) && !open.Contains(day - 1))
            .Select(first =>
                (First: first, Last: Enumerable.Range(first, Names.Length - first).TakeWhile(open.Contains).Last())
            );
        return string.Join(
            ", ",
            runs.Select(run => run.First == run.Last ? Names[run.First] : $"{Names[run.First]}..{Names[run.Last]}")
        );
    }
}
