using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Checking;

/// <summary>
/// Carries out the safe fixes of a text. One that changes more than it names is no longer called safe. Where one would
/// touch another, or the text then has a mistake that was not there before, those of that statement are not either.
/// </summary>
/// <param name="tree">The text.</param>
/// <param name="bind">Binds another text of the same sort, for what it finds.</param>
internal sealed class FixReview(SyntaxTree tree, Action<SyntaxTree, DiagnosticBag> bind)
{
    private const int LongestText = 100_000; // A longer text is not read a second time: an answer is wanted at once.

    private const int MostCompared = 1_000_000; // Characters of statements with fixes; those of the rest are not safe.

    private const int Rounds = 3;

    private readonly SourceText _source = tree.Source;

    /// <summary>Looks at the fixes of all findings so far.</summary>
    public void Apply(DiagnosticBag bag)
    {
        if (!bag.Found.Any(found => Safe(found) is not null))
            return;

        var doubtful = Doubtful(bag);
        bag.Change(found =>
            Safe(found) is { } fix && (doubtful is null || doubtful.Contains(fix)) ? WithUnsafe(found) : found
        );
    }

    private static Fix? Safe(Diagnostic found) => found.Fixes.FirstOrDefault(fix => fix.Safe);

    private static Diagnostic WithUnsafe(Diagnostic found) =>
        found with
        {
            Fixes = [.. found.Fixes.Select(fix => fix with { Safe = false })],
        };

    private HashSet<Fix>? Doubtful(DiagnosticBag bag)
    {
        var doubtful = new HashSet<Fix>(BesideMistakes(bag.Found), ReferenceEqualityComparer.Instance);
        doubtful.UnionWith(WithOtherStructure(bag.Found));
        for (var round = 0; round < Rounds; round++)
        {
            var edits = Apart(bag.Found, doubtful);
            if (_source.Content.Length > LongestText)
                return doubtful;

            var statements = NewMistakes(bag, edits).Select(StatementOf).ToHashSet();
            if (statements.Count == 0)
                return doubtful;

            doubtful.UnionWith(
                edits.Where(edit => statements.Contains(StatementOf(edit.Start))).Select(edit => edit.Fix)
            );
        }

        return null;
    }

    private IEnumerable<Fix> WithOtherStructure(IReadOnlyList<Diagnostic> found)
    {
        var read = 0;
        foreach (var fix in found.Select(Safe).OfType<Fix>().Where(fix => !fix.Edits.IsEmpty))
        {
            var edits = EditsOf(fix).OrderBy(edit => edit.Start).ThenBy(edit => edit.End).ToList();
            var (first, last) = (StatementOf(edits[0].Start), StatementOf(edits[^1].End));
            var start = Math.Min(edits[0].Start, first == 0 ? 0 : tree.Statements[first].Start);
            var end = last + 1 < tree.Statements.Length ? tree.Statements[last + 1].Start : _source.Content.Length;
            end = Math.Max(end, edits[^1].End);
            read += end - start;
            if (
                read > MostCompared
                || !new FixStructure(
                    _source.Content[start..end],
                    Edited(edits, start, end),
                    edits[0].Start - start,
                    end - edits.Max(edit => edit.End)
                ).Holds()
            )
                yield return fix;
        }
    }

    // Where the words beside it do not fit either, it is not known what was meant.
    private static IEnumerable<Fix> BesideMistakes(IReadOnlyList<Diagnostic> found)
    {
        var open = found
            .Where(one => one.Severity == DiagnosticSeverity.Error && Safe(one) is null)
            .ToLookup(one => one.Range.StartLine);
        return found
            .Where(one =>
                one.Code.StartsWith("RG1", StringComparison.Ordinal)
                && Safe(one) is not null
                && open[one.Range.StartLine].Any(other => IsBeside(one, other) || IsBeside(other, one))
            )
            .Select(Safe)
            .OfType<Fix>();
    }

    private static bool IsBeside(Diagnostic one, Diagnostic other)
    {
        var reach =
            one.Code.StartsWith("RG1", StringComparison.Ordinal)
            && other.Code.StartsWith("RG1", StringComparison.Ordinal)
                ? 1
                : 0;
        return one.Range.EndLine == other.Range.StartLine
            && other.Range.StartColumn - one.Range.EndColumn is var blanks
            && blanks >= 0
            && blanks <= reach;
    }

    /// <summary>The changes of the safe fixes in the order of the text; what touches one before it is
    /// doubtful.</summary>
    private List<FixEdit> Apart(IReadOnlyList<Diagnostic> found, HashSet<Fix> doubtful)
    {
        var all = found
            .Select(Safe)
            .OfType<Fix>()
            .Where(fix => !doubtful.Contains(fix))
            .SelectMany(EditsOf)
            .OrderBy(edit => edit.Start)
            .ThenBy(edit => edit.End)
            .ToList();
        FixEdit? before = null;
        foreach (var edit in all.Where(edit => !doubtful.Contains(edit.Fix)))
        {
            var isApart = before is null || edit.Start > before.Start || ReferenceEquals(edit.Fix, before.Fix);
            if (before is not null && (edit.Start < before.End || !isApart))
                doubtful.Add(edit.Fix);
            else
                before = edit;
        }

        return [.. all.Where(edit => !doubtful.Contains(edit.Fix))];
    }

    private IEnumerable<FixEdit> EditsOf(Fix fix) =>
        fix.Edits.Select(edit => new FixEdit(
            fix,
            _source.Offset(edit.Range.StartLine, edit.Range.StartColumn),
            _source.Offset(edit.Range.EndLine, edit.Range.EndColumn),
            edit.NewText
        ));

    private List<int> NewMistakes(DiagnosticBag bag, List<FixEdit> edits)
    {
        var text = new SourceText(Edited(edits, 0, _source.Content.Length), _source.Path);
        var after = new DiagnosticBag(_source.Path, bag.Cancellation);
        if (new PolicyParsing(text, after).Parse() is { } read)
            bind(read, after);

        var known = Errors(bag)
            .GroupBy(found => (found.Code, found.Message))
            .ToDictionary(same => same.Key, same => same.Count());
        return
        [
            .. Errors(after)
                .Where(found => IsNew(found, known))
                .Select(found => Before(text.Offset(found.Range.StartLine, found.Range.StartColumn), edits)),
        ];
    }

    private static IEnumerable<Diagnostic> Errors(DiagnosticBag bag) =>
        bag.ToSorted().Where(found => found.Severity == DiagnosticSeverity.Error);

    private static bool IsNew(Diagnostic found, Dictionary<(string Code, string Message), int> known)
    {
        var left = known.GetValueOrDefault((found.Code, found.Message));
        known[(found.Code, found.Message)] = left - 1;
        return left <= 0;
    }

    private string Edited(List<FixEdit> edits, int from, int to)
    {
        var (text, place) = (new StringBuilder(), from);
        foreach (var edit in edits)
        {
            text.Append(_source.Content, place, edit.Start - place).Append(edit.Text);
            place = edit.End;
        }

        return text.Append(_source.Content, place, to - place).ToString();
    }

    // The place in the text as it is of one in the text with its fixes.
    private static int Before(int offset, List<FixEdit> edits)
    {
        var shift = 0;
        foreach (var edit in edits)
        {
            if (edit.Start + shift >= offset)
                break;

            shift += edit.Text.Length - (edit.End - edit.Start);
        }

        return offset - shift;
    }

    private int StatementOf(int offset)
    {
        var (low, high) = (0, tree.Statements.Length - 1);
        while (low < high)
        {
            var middle = (low + high + 1) / 2;
            (low, high) = tree.Statements[middle].Start <= offset ? (middle, high) : (low, middle - 1);
        }

        return low;
    }

    private sealed record FixEdit(Fix Fix, int Start, int End, string Text);
}
