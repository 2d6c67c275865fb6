using System.Collections.Immutable;
using System.Text.Json;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Shell;
using RgPolicy.Documents;
using RgPolicy.Documents.Lint;

namespace RgPolicy.Cli.Lint;

/// <summary>A baseline: an earlier report (<c>rgp/lint/1</c>), whose findings are known and not
/// reported again.</summary>
internal static class LintBaseline
{
    /// <summary>The last line where a baseline cannot be used.</summary>
    public const string Next = "A baseline is an earlier report: rgp lint --output json --out FILE.";

    private const int MaximumBytes = 256 * 1024 * 1024;

    /// <summary>Reads the baseline.</summary>
    /// <returns>The findings, or why they cannot be read.</returns>
    public static async Task<(KnownFindings? Known, string? Problem)> ReadAsync(
        CliContext context,
        string name,
        CancellationToken cancellationToken
    )
    {
        var content = await FileContent.ReadAsync(
            context,
            new InputFile(name, context.Resolve(name)),
            MaximumBytes,
            cancellationToken
        );
        if (content.Bytes is not { } bytes)
        {
            return (null, content.Problem);
        }

        try
        {
            return JsonSerializer.Deserialize(bytes, DocumentFormat.Lint) is { Schema: LintJson.Schema } report
                ? (Known(report), null)
                : (null, $"`{name}` is not a baseline: its schema is not {LintJson.Schema}");
        }
        catch (JsonException error)
        {
            return (null, $"`{name}` is not a baseline: {error.Message}");
        }
    }

    /// <summary>The report without what is known, and how much that was.</summary>
    public static LintReport Apply(LintReport report, KnownFindings known)
    {
        var files = report
            .Files.Select(file => file with { Diagnostics = [.. file.Diagnostics.Where(each => !known.Take(each))] })
            .ToImmutableArray();
        var left = files.Sum(file => file.Diagnostics.Length);
        return report with { Files = files, Known = report.Diagnostics.Count() - left };
    }

    private static KnownFindings Known(LintDocument report)
    {
        var known = new KnownFindings();
        foreach (var each in report.Diagnostics.OrEmpty())
        {
            known.Add(each.Code ?? "", each.Path ?? "", each.Message ?? "");
        }

        return known;
    }
}
