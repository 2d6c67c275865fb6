using System.Text.RegularExpressions;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Fixing;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests.Parsing.Planted;

/// <summary>
/// One row of a table of planted mistakes: a text, the one error that is wanted of it, and what its fixes make of it.
/// A row is <c>@ LINE CODE [fix]</c>, the statements, and behind <c>=></c> the statements as they were meant; they
/// stand behind two pools p and q, and <c>default -> p</c> follows unless a last class stands among them. <c>fix</c>
/// wants that the fixes leave no error; <c>\u{...}</c> is a character, and a line with <c>% </c> a comment.
/// </summary>
/// <param name="Place">The table and the row's line in it.</param>
/// <param name="Line">The line of the statements that the error stands on, from 1.</param>
/// <param name="Code">What its code begins with.</param>
/// <param name="IsFixed">True when its fixes leave no error.</param>
/// <param name="Statements">The statements.</param>
/// <param name="Meant">The statements as they were meant, or null where no fix is wanted.</param>
internal sealed partial record PlantedMistake(
    string Place,
    int Line,
    string Code,
    bool IsFixed,
    string Statements,
    string? Meant
)
{
    private const string Pools =
        "language 1\npool p { cache 100% cpu weight 1000 }\npool q { cache 10%, at least 2 ways cpu weight 50 }\n";
    private const string MeantMark = "=> ";
    private const int LinesAbove = 3;

    /// <summary>The rows of a table.</summary>
    public static IEnumerable<PlantedMistake> Read(string table)
    {
        var lines = File.ReadAllLines(RepositoryRoot.File("tests/RgPolicy.Language.Tests/Parsing/Planted", table));
        for (var index = 0; index < lines.Length; index++)
        {
            if (Header().Match(lines[index]) is { Success: true } header)
            {
                var rows = lines
                    .Skip(index + 1)
                    .TakeWhile(line => !line.StartsWith("@ ", StringComparison.Ordinal))
                    .Where(line => !line.StartsWith("% ", StringComparison.Ordinal))
                    .ToLookup(line => line.StartsWith(MeantMark, StringComparison.Ordinal));
                yield return new PlantedMistake(
                    $"{table}:{index + 1}",
                    int.Parse(header.Groups["line"].Value, CultureInfo.InvariantCulture),
                    header.Groups["code"].Value,
                    header.Groups["fix"].Success,
                    Unescape(string.Join('\n', rows[false])),
                    rows[true].Any()
                        ? Unescape(string.Join('\n', rows[true].Select(line => line[MeantMark.Length..])))
                        : null
                );
            }
        }
    }

    /// <summary>The text with the pools above and the default below.</summary>
    public string Text => Framed(Statements);

    /// <summary>Statements with the pools above and the default below.</summary>
    public static string Framed(string statements) =>
        $"{Pools}{statements}\n{(LastClass().IsMatch(statements) ? "" : "default -> p\n")}";

    /// <summary>What is wrong with the answer to the mistake, or null: the code, the line and what the fixes make of
    /// the text, whatever the sentence says.</summary>
    public string? Fault()
    {
        var check = PolicyReader.Check(Text, "t.rgp", TargetProfile.Generic);
        var errors = check.Diagnostics.Where(found => found.Severity == DiagnosticSeverity.Error).ToList();
        var fault =
            errors.Count != 1 ? $"{errors.Count} errors"
            : errors[0].Range.StartLine != Line + LinesAbove ? "another line"
            : !errors[0].Code.StartsWith(Code, StringComparison.Ordinal) ? "another code"
            : IsFixed || Meant is not null ? FaultOfFix()
            : null;
        return fault is null
            ? null
            : $"{Place} {fault}\n  {Statements.ReplaceLineEndings("\n  ")}\n"
                + string.Join("\n", errors.Select(found => $"    {found.Code} {found.Message}"));
    }

    private string? FaultOfFix()
    {
        var repaired = PolicyFixer.Fix(
            Encoding.UTF8.GetBytes(Text),
            "t.rgp",
            TargetProfile.Generic,
            includeUnsafe: true
        );
        var left = repaired.Check.Diagnostics.FirstOrDefault(found => found.Severity == DiagnosticSeverity.Error);
        return left is not null ? $"fixed: {left.Message}"
            : Meant is not null && Words(repaired.Text ?? "") != Words(Framed(Meant)) ? $"fixed: {repaired.Text}"
            : null;
    }

    // Blanks, comments and the kind of a quote mean nothing.
    private static string Words(string text) =>
        string.Join(' ', Word().Matches(Comment().Replace(text, "")).Select(match => match.Value.Replace('"', '\'')));

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
        @"^@ (?<line>\d+) (?<code>RG\d*)(?<fix> fix)?$",
        RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Header();

    [GeneratedRegex(
        "^(default|class default|class [*]|defalt|else|otherwise|[*]|_) ",
        RegexOptions.Multiline | RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex LastClass();

    [GeneratedRegex(@"//[^\n]*|/\*[^*]*\*/", RegexOptions.NonBacktracking)]
    private static partial Regex Comment();

    [GeneratedRegex(
        @"'[^'\n]*'|""[^""\n]*""|\w+|\.\.|->|[<>!=]=|[^\w\s]",
        RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Word();

    [GeneratedRegex(@"\\u\{(?<point>[0-9A-F]+)\}", RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex Escape();
}
