using System.Collections.Immutable;
using System.Text.Json;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Lint;

/// <summary>A baseline: an earlier report (<c>rgp/lint/1</c>), whose findings are known and not
/// reported again.</summary>
internal static class LintBaseline
{
    /// <summary>The last line where a baseline cannot be used.</summary>
    public const string Next = "A baseline is an earlier report: rgp lint --format json --output-file F.";

    private const int MaximumBytes = 256 * 1024 * 1024;

    /// <summary>Reads it.</summary>
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
            using var document = JsonDocument.Parse(bytes);
            return (Read(document.RootElement), null);
        }
        catch (Exception error) when (error is JsonException or InvalidOperationException or KeyNotFoundException)
        {
            return (null, $"`{name}` is no baseline: {error.Message}");
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

    private static KnownFindings Read(JsonElement root)
    {
        if (root.GetProperty("schema").GetString() != LintJson.Schema)
        {
            throw new InvalidOperationException($"its schema is not {LintJson.Schema}");
        }

        var known = new KnownFindings();
        foreach (var each in root.GetProperty("diagnostics").EnumerateArray())
        {
            known.Add(Text(each, "code"), Text(each, "path"), Text(each, "message"));
        }

        return known;
    }

    private static string Text(JsonElement element, string name) => element.GetProperty(name).GetString() ?? "";
}
