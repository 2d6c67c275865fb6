using System.Collections.Immutable;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Shell;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint;

/// <summary>
/// Leaves of a report what a change is responsible for: findings that the file did not have at the
/// revision, wherever they stand, and findings on lines that have changed. Each file is checked whole,
/// so that nothing is missed.
/// </summary>
internal sealed class ChangedOnly(CliContext context, GitChanges changes)
{
    /// <summary>The report without the rest.</summary>
    public async Task<LintReport> ApplyAsync(LintReport report, CancellationToken cancellationToken)
    {
        var files = ImmutableArray.CreateBuilder<LintedFile>(report.Files.Length);
        foreach (var file in report.Files)
        {
            files.Add(file with { Diagnostics = await KeepAsync(file, cancellationToken) });
        }

        return report with
        {
            Files = files.ToImmutable(),
        };
    }

    private async Task<ImmutableArray<Diagnostic>> KeepAsync(LintedFile file, CancellationToken cancellationToken)
    {
        if (file.Name == InputFile.StandardInput.Name || file.Diagnostics.IsEmpty)
        {
            return file.Diagnostics;
        }

        var path = context.Resolve(file.Name);
        if (changes.Lines(path) is not { } lines)
        {
            return [];
        }

        var known = new KnownFindings();
        if (file.Checks is { } checks && await changes.BeforeAsync(path, cancellationToken) is { } before)
        {
            foreach (var old in checks.Of(before, file.Name).Diagnostics)
            {
                known.Add(old.Code, old.Path, old.Message);
            }
        }

        return [.. file.Diagnostics.Where(each => !known.Take(each) || IsOn(each, lines))];
    }

    private static bool IsOn(Diagnostic diagnostic, ImmutableArray<LineSpan> lines) =>
        diagnostic
            .Related.Where(related => related.Path == diagnostic.Path)
            .Select(related => related.Range)
            .Prepend(diagnostic.Range)
            .Any(range => lines.Any(span => span.Touches(range.StartLine, range.EndLine)));
}
