using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing.Repairing;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>
/// Reads the statements that do not fit the grammar as what they were probably meant to be, and reports what was
/// wrong: each mistake where the parser stops is corrected by the first change after which it reads further.
/// </summary>
internal sealed class TextCorrections(SourceText source, DiagnosticBag bag)
{
    private const int MostInAStatement = 60;

    // Each change is tried by reading the statement again: a text of long statements full of mistakes ends all the same.
    private const int MostTokensRead = 600_000;

    /// <summary>What no row can say, in the order in which it is tried.</summary>
    private static readonly ImmutableArray<Func<StatementReading, IEnumerable<Correction>>> Rules =
    [
        CharacterRule.Find,
        QuoteRule.Find,
        NumberRule.Find,
        WordRule.Capitals,
        PhraseMatcher.Around,
        WordRule.Twice,
        WindowRule.Find,
    ];

    private readonly List<List<(Correction Correction, CorrectedText Text)>> _told = [];
    private int _end = -2;
    private int _tokensRead;

    /// <summary>The text as it was probably meant.</summary>
    public CorrectedText Apply()
    {
        var (whole, comment) = OpenComments.Close(source.Content);
        if (comment is not null)
            _told.Add([(comment, new CorrectedText(source.Content))]);

        var parts = Parts(whole);
        foreach (var told in _told.GroupBy(told => (told[0].Correction.Code, told[0].Correction.Message)))
            Report([.. told.SelectMany(parts => parts)]);

        return CorrectedText.Join(parts);
    }

    private List<CorrectedText> Parts(CorrectedText whole)
    {
        var current = new SourceText(whole.Content, source.Path);
        var tokens = PolicyTokens.WithUnknown(current);
        if (tokens is null)
            return [whole];

        var (parts, at) = (new List<CorrectedText>(), 0);
        foreach (var (start, end) in new StatementRecovery(current, tokens.Value).Misfits())
        {
            bag.Cancellation.ThrowIfCancellationRequested();
            parts.Add(whole.Part(at, start));
            parts.Add(_told.Count < TextLimits.Findings ? Corrected(whole.Part(start, end)) : whole.Part(start, end));
            at = end;
        }

        parts.Add(whole.Part(at, whole.Content.Length));
        return parts;
    }

    private CorrectedText Corrected(CorrectedText text)
    {
        var (statement, first) = (Read(text), _told.Count);
        for (var count = 0; statement?.Mistake is not null && count < MostInAStatement; count++)
        {
            var answer = new SyntaxReport(statement);
            var changes = Rules.SelectMany(rule => rule(statement)).Concat(answer.Changes());
            if (First(statement, changes) is not var (correction, next))
            {
                // Of a statement that nothing makes fit, nothing is sure.
                _told
                    .Skip(first)
                    .ToList()
                    .ForEach(told => told[0] = (told[0].Correction with { IsSafe = false }, told[0].Text));
                _told.Add([(answer.Told, statement.Text)]);
                break;
            }

            if (Everywhere(statement, correction, next) is var (all, last))
            {
                _told.Add([.. all.Select(one => (one, statement.Text))]);
                (statement, _end) = (last, -2);
                continue;
            }

            Tell(correction, statement.Text);
            statement = next;
        }

        return statement?.Text ?? text;
    }

    /// <summary>The same change at all places behind the first, where the parser reads further with it: a habit is one
    /// mistake.</summary>
    private (List<Correction> All, StatementReading Last)? Everywhere(
        StatementReading statement,
        Correction first,
        StatementReading next
    )
    {
        var (all, end) = (new List<Correction> { first }, first.Edits.Max(edit => edit.End));
        for (var place = statement.Place; first.Elsewhere is not null && place < statement.Tokens.Length; place++)
        {
            if (
                statement.Start(place) >= end
                && first.Elsewhere(statement, place) is { } again
                && again.Edits[0].Start >= end
                && again.Edits[0] != first.Edits[^1]
            )
            {
                all.Add(again);
                end = again.Edits.Max(edit => edit.End);
            }
        }

        _tokensRead += all.Count > 1 ? statement.Tokens.Length : 0;
        var read = all.Count > 1 ? Read(statement.Text.With([.. all.SelectMany(one => one.Edits)])) : null;
        return read is not null && (read.Mistake is null || (next.Mistake is not null && read.Unread < next.Unread))
            ? (all, read)
            : null;
    }

    // What is changed right behind another change is a part of the same mistake.
    private void Tell(Correction correction, CorrectedText text)
    {
        var isFixed = correction.Fix is not null && _told.Count > 0 && _told[^1][0].Correction.Fix is not null;
        var (start, last) = (text.Start(correction.Start), _told.Count > 0 ? _told[^1][^1] : default);
        if (isFixed && start - _end is 0 or 1)
            _told[^1].Add((correction, text));
        else if (!(isFixed && start < _end && start >= last.Text.Start(last.Correction.Start)))
            _told.Add([(correction, text)]);

        _end = correction.Edits.Length == 1 ? Math.Max(text.End(correction.End), text.Start(correction.Start)) : -2;
    }

    private (Correction Correction, StatementReading Next)? First(
        StatementReading statement,
        IEnumerable<Correction> changes
    )
    {
        foreach (var change in changes)
        {
            _tokensRead += statement.Tokens.Length;
            if (_tokensRead > MostTokensRead)
                return null;

            var next = Read(statement.Text.With(change.Edits));
            if (next is not null && (next.Mistake is null || next.Unread <= statement.Unread - change.Gain))
                return (change, next);
        }

        return null;
    }

    private StatementReading? Read(CorrectedText text) => StatementReading.Read(text, source.Path);

    // What is written so again and again is one mistake: the first is reported, and its fix fixes them all.
    private void Report(ImmutableArray<(Correction Correction, CorrectedText Text)> same)
    {
        var (first, text) = same[0];
        var range = source.Range(text.Start(first.Start), Math.Max(text.Start(first.Start), text.End(first.End)));
        if (first.IsVague && first.Fix is null)
        {
            bag.AddVague(first.Code, range, OneLine(first.Message));
            return;
        }

        var offered = same.Where(told => told.Correction.Edits.All(edit => IsOriginal(edit, told.Text))).ToList();
        var edits = offered
            .SelectMany(told => told.Correction.Edits.Select(edit => Original(edit, told.Text)))
            .OrderBy(edit => (edit.Range.StartLine, edit.Range.StartColumn))
            .Distinct();
        var fix =
            first.Fix is null || offered.Count == 0
                ? null
                : new Fix(OneLine(first.Fix), same.All(told => told.Correction.IsSafe), [.. edits]);
        var related = first.Related is var (start, end, message)
            ? new RelatedLocation(source.Path, source.Range(text.Start(start), text.End(end)), message)
            : null;
        bag.Add(first.Code, range, OneLine(first.Message), fix, related);
    }

    // What stands where another change was made is offered when that is applied.
    private bool IsOriginal(Replacement edit, CorrectedText text)
    {
        if (edit.Start < edit.End)
        {
            var (start, end) = (text.Start(edit.Start), text.End(edit.End));
            return end - start == edit.End - edit.Start
                && source
                    .Content.AsSpan(start, end - start)
                    .SequenceEqual(text.Content.AsSpan(edit.Start, end - start));
        }

        var at = text.End(edit.Start);
        return edit.Start == 0 || (at > 0 && source.Content[at - 1] == text.Content[edit.Start - 1]);
    }

    // A part that is quoted may go over several lines.
    private static string OneLine(string text) =>
        string.Join(' ', text.ReplaceLineEndings("\n").Split('\n', StringSplitOptions.TrimEntries));

    // Where a word is left out, one of the blanks around it goes too.
    private TextEdit Original(Replacement edit, CorrectedText text)
    {
        var start = edit.Start < edit.End ? text.Start(edit.Start) : text.End(edit.Start);
        var end = Math.Max(start, text.End(edit.End));
        var takesBlank = edit.Text.Length == 0 && end > start && IsBlank(start - 1) && (IsBlank(end) || IsLineEnd(end));
        return new TextEdit(source.Range(takesBlank ? start - 1 : start, end), edit.Text);
    }

    private bool IsBlank(int at) => at >= 0 && at < source.Content.Length && source.Content[at] == ' ';

    private bool IsLineEnd(int at) => at >= source.Content.Length || source.Content[at] is '\r' or '\n';
}
