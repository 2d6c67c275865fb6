using RgPolicy.Documents.Lint;

namespace RgPolicy.Cli.Lint;

/// <summary>A baseline: an earlier report (<c>rgp/lint/1</c>), whose findings are known and not
/// reported again.</summary>
internal static class LintBaseline
{
    /// <summary>The last line where a baseline cannot be used.</summary>
    private const string Next = "A baseline is an earlier report: rgp lint --output json --out FILE.";

    private const int MaximumBytes = 256 * 1024 * 1024;

    /// <summary>Reads the baseline.</summary>
    /// <returns>The findings, or why they cannot be read.</returns>
    public static async Task<KnownFindings> ReadAsync(CliContext context, string name)
    {
        var content = await FileContent.ReadAsync(context, new InputFile(name, context.Resolve(name)), MaximumBytes);
        if (content.Bytes is not { } bytes)
            throw Refused(content.Problem);

        try
        {
            return JsonSerializer.Deserialize(bytes, DocumentFormat.Lint) is { Schema: LintJson.Schema } report
                ? Known(report)
                : throw Refused($"`{name}` is not a baseline: its schema is not {LintJson.Schema}");
        }
        catch (JsonException error)
        {
            throw Refused($"`{name}` is not a baseline: {error.Message}");
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

    private static CommandException Refused(string? problem) => new(ExitCode.Usage, problem ?? "", Next);

    private static KnownFindings Known(LintDocument report)
    {
        var known = new KnownFindings();
        foreach (var each in report.Diagnostics.OrEmpty())
            known.Add(each.Code ?? "", each.Path ?? "", each.Message ?? "");

        return known;
    }
}

/// <summary>Findings that were there before, each as often as it was: by code, path and message, so that they are known
/// again when their lines move.</summary>
internal sealed class KnownFindings
{
    private readonly Dictionary<(string Code, string Path, string Message), int> _left = [];

    /// <summary>Adds a finding of the earlier report.</summary>
    public void Add(string code, string path, string message)
    {
        var key = (code, Normal(path), message);
        _left[key] = _left.GetValueOrDefault(key) + 1;
    }

    /// <summary>True when the finding was there before; each is recognised once.</summary>
    public bool Take(Diagnostic diagnostic)
    {
        var key = (diagnostic.Code, Normal(diagnostic.Path), diagnostic.Message);
        var left = _left.GetValueOrDefault(key);
        _left[key] = left - 1;
        return left > 0;
    }

    private static string Normal(string path)
    {
        var normal = path.Replace('\\', '/');
        return normal.StartsWith("./", StringComparison.Ordinal) ? normal[2..] : normal;
    }
}
