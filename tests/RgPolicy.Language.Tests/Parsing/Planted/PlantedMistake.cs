using System.Globalization;
using System.Text.RegularExpressions;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Fixing;
using RgPolicy.Language.Targets;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Tests.Parsing.Planted;

/// <summary>One row of a table of planted mistakes: a text, and the one error that is wanted of it.</summary>
/// <param name="Place">The table and the row's line in it.</param>
/// <param name="Line">The line of the statements that the error stands on, from 1.</param>
/// <param name="Column">Its column, from 1, or null where any will do.</param>
/// <param name="Code">What its code begins with.</param>
/// <param name="IsFixed">True when its fixes leave no error.</param>
/// <param name="Words">What its message holds: each of these, in one of its forms.</param>
/// <param name="Statements">The statements.</param>
internal sealed partial record PlantedMistake(
    string Place,
    int Line,
    int? Column,
    string Code,
    bool IsFixed,
    string[][] Words,
    string Statements
)
{
    private const string Pools =
        "language 1\npool p { cache 100% cpu weight 1000 }\npool q { cache 10%, at least 2 ways cpu weight 50 }\n";
    private const int LinesAbove = 3;

    /// <summary>The rows of a table.</summary>
    public static IEnumerable<PlantedMistake> Read(string table)
    {
        var lines = File.ReadAllLines(RepositoryRoot.File("tests/RgPolicy.Language.Tests/Parsing/Planted", table));
        for (var index = 0; index < lines.Length; index++)
        {
            if (Header().Match(lines[index]) is { Success: true } header)
            {
                var text = lines
                    .Skip(index + 1)
                    .TakeWhile(line => !line.StartsWith("@ ", StringComparison.Ordinal))
                    .Where(line => !line.StartsWith("% ", StringComparison.Ordinal));
                yield return new PlantedMistake(
                    $"{table}:{index + 1}",
                    Number(header.Groups["line"].Value),
                    header.Groups["column"].Success ? Number(header.Groups["column"].Value) : null,
                    header.Groups["code"].Value,
                    header.Groups["fix"].Success,
                    [
                        .. header
                            .Groups["words"]
                            .Value.Split(';', StringSplitOptions.RemoveEmptyEntries)
                            .Select(word => word.Split('|')),
                    ],
                    Unescape(string.Join('\n', text))
                );
            }
        }
    }

    /// <summary>The text with the pools above and the default below.</summary>
    public string Text => Framed(Statements);

    /// <summary>Statements with the pools above and the default below.</summary>
    public static string Framed(string statements) =>
        $"{Pools}{statements}\n{(LastClass().IsMatch(statements) ? "" : "default -> p\n")}";

    /// <summary>What is wrong with the answer to the mistake, or null.</summary>
    public string? Fault()
    {
        var text = Text;
        var check = PolicyReader.Check(text, "t.rgp", TargetProfile.Generic);
        var errors = check.Diagnostics.Where(found => found.Severity == DiagnosticSeverity.Error).ToList();
        var fault =
            errors.Count != 1 ? $"{errors.Count} errors"
            : errors[0].Range.StartLine != Line + LinesAbove ? "another line"
            : Column is { } column && errors[0].Range.StartColumn != column ? "another column"
            : !errors[0].Code.StartsWith(Code, StringComparison.Ordinal) ? "another code"
            : Words.FirstOrDefault(forms =>
                !forms.Any(form => errors[0].Message.Contains(form, StringComparison.Ordinal))
            )
                is { } missing
                ? $"nothing of `{string.Join('|', missing)}`"
            : IsFixed && Repaired(text) is { Length: > 0 } left ? $"fixed: {left}"
            : null;
        return fault is null
            ? null
            : $"{Place} {fault}\n  {Statements.ReplaceLineEndings("\n  ")}\n" + string.Join("\n", errors.Select(Line1));
    }

    /// <summary>All that is said of it, and what its fixes make of it, in lines.</summary>
    public IEnumerable<string> Answer()
    {
        var text = Text;
        var check = PolicyReader.Check(text, "t.rgp", TargetProfile.Generic);
        var repaired = PolicyFixer
            .Fix(System.Text.Encoding.UTF8.GetBytes(text), "t.rgp", TargetProfile.Generic, includeUnsafe: true)
            .Text;
        return
        [
            $"@ {Place}",
            .. check.Diagnostics.SelectMany(found => found.Fixes.Select(Offer).Prepend(Line1(found))),
            .. repaired is null ? [] : ChangedLines(text, repaired).Select(line => "    > " + line),
        ];
    }

    private static string Offer(Fix fix) => $"      [{fix.Title}{(fix.Safe ? "" : "?")}]";

    private static IEnumerable<string> ChangedLines(string before, string after)
    {
        var lines = before.Split('\n').ToHashSet(StringComparer.Ordinal);
        return after.Split('\n').Where(line => !lines.Contains(line));
    }

    private static int Number(string digits) => int.Parse(digits, CultureInfo.InvariantCulture);

    private static string Line1(Diagnostic found) => $"    {Place1(found.Range)} {found.Code} {found.Message}";

    private static string Place1(TextRange range) =>
        $"{range.StartLine - LinesAbove}:{range.StartColumn}-"
        + (range.EndLine == range.StartLine ? "" : $"{range.EndLine - LinesAbove}:")
        + range.EndColumn.ToString(CultureInfo.InvariantCulture);

    private static string Repaired(string text)
    {
        var repaired = PolicyFixer.Fix(
            System.Text.Encoding.UTF8.GetBytes(text),
            "t.rgp",
            TargetProfile.Generic,
            includeUnsafe: true
        );
        return string.Join(
            "; ",
            repaired.Check.Diagnostics.Where(found => found.Severity == DiagnosticSeverity.Error).Select(Line1)
        );
    }

    private static string Unescape(string text) =>
        Escape()
            .Replace(
                text,
                match =>
                    char.ConvertFromUtf32(
                        int.Parse(match.Groups["point"].Value, NumberStyles.HexNumber, CultureInfo.InvariantCulture)
                    )
            );

    [GeneratedRegex(
        @"^@ (?<line>\d+)(:(?<column>\d+))? (?<code>RG\d*)(?<fix> fix)? :( (?<words>.*))?$",
        RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Header();

    [GeneratedRegex(
        "^(default|class default|class [*]|defalt|else|otherwise|[*]|_) ",
        RegexOptions.Multiline | RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex LastClass();

    [GeneratedRegex(@"\\u\{(?<point>[0-9A-F]+)\}", RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex Escape();
}
