using System.Collections.Immutable;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A correction as it is told: its places are those of the text as it was written.</summary>
/// <param name="Code">The code of its diagnostic.</param>
/// <param name="Range">Where the mistake is.</param>
/// <param name="Message">What is wrong and what to write.</param>
/// <param name="Fix">The changes as a fix, or null when they only help to read on.</param>
/// <param name="Habit">What is told once in a text, or null.</param>
internal sealed record ToldCorrection(string Code, TextRange Range, string Message, Fix? Fix, string? Habit)
{
    /// <summary>A correction that was found in a text as it is read so far.</summary>
    public static ToldCorrection Of(Correction correction, CorrectedText text, SourceText source)
    {
        var fix = correction.Fix is null
            ? null
            : new Fix(
                OneLine(correction.Fix),
                correction.IsSafe,
                [
                    .. correction.Edits.Select(edit =>
                        edit.Start < edit.End
                            ? Tight(source, text.Start(edit.Start), text.End(edit.End), edit.Text)
                            : Tight(source, text.End(edit.Start), text.End(edit.Start), edit.Text)
                    ),
                ]
            );
        return new ToldCorrection(
            correction.Code,
            Between(text, source, correction.Start, correction.End),
            OneLine(correction.Message),
            fix,
            correction.Habit
        );
    }

    /// <summary>Tells it. A character of which nothing is known is a part of another mistake on its line.</summary>
    public void AddTo(DiagnosticBag bag)
    {
        if (Fix is null && string.Equals(Code, "RG1004", StringComparison.Ordinal))
        {
            bag.AddVague(Code, Range, Message);
        }
        else
        {
            bag.Add(Code, Range, Message, Fix);
        }
    }

    /// <summary>Those to tell: of a habit the first, with the changes of all.</summary>
    public static IEnumerable<ToldCorrection> Once(IReadOnlyList<ToldCorrection> told)
    {
        var habits = told.Where(one => one.Habit is not null)
            .GroupBy(one => one.Habit, StringComparer.Ordinal)
            .ToDictionary(
                all => all.Key ?? "",
                all => all.OrderBy(one => (one.Range.StartLine, one.Range.StartColumn)).ToImmutableArray(),
                StringComparer.Ordinal
            );
        return told.Select(one =>
                one.Habit is null ? one
                : habits[one.Habit] is var all && ReferenceEquals(all[0], one) ? Joined(all)
                : null
            )
            .OfType<ToldCorrection>();
    }

    // A part that is quoted may go over several lines.
    private static string OneLine(string text) =>
        string.Join(' ', text.ReplaceLineEndings("\n").Split('\n', StringSplitOptions.TrimEntries));

    private static ToldCorrection Joined(ImmutableArray<ToldCorrection> all) =>
        all[0].Fix is not { } fix
            ? all[0]
            : all[0] with
            {
                Fix = fix with
                {
                    Edits =
                    [
                        .. all.SelectMany(one => one.Fix?.Edits ?? [])
                            .OrderBy(edit => (edit.Range.StartLine, edit.Range.StartColumn)),
                    ],
                    Safe = all.All(one => one.Fix?.Safe != false),
                },
            };

    // Blanks that part tokens are not doubled where there are some already.
    private static TextEdit Tight(SourceText source, int start, int last, string text)
    {
        var end = Math.Max(start, last);
        var (isAfterBlank, isBeforeBlank) = (IsBlank(source.Content, start - 1), IsBlank(source.Content, end));
        var written = text.Length > 1 && isAfterBlank && text[0] == ' ' ? text[1..] : text;
        written = written.Length > 1 && isBeforeBlank && written[^1] == ' ' ? written[..^1] : written;
        var takesBlank = written.Length == 0 && end > start && isAfterBlank && isBeforeBlank;
        return new TextEdit(source.Range(start, takesBlank ? end + 1 : end), written);
    }

    private static bool IsBlank(string content, int at) => at >= 0 && at < content.Length && content[at] == ' ';

    private static TextRange Between(CorrectedText text, SourceText source, int start, int end)
    {
        var first = text.Start(start);
        return source.Range(first, Math.Max(first, text.End(end)));
    }
}
