using RgPolicy.Dbms.Files;
using RgPolicy.Dbms.Trials;
using RgPolicy.Service.Characterising;
using RgPolicy.Service.Characterising.Throttling;

namespace RgPolicy.Cli.Characterise;

/// <summary>What a sweep leaves in its directory beside its runs.</summary>
internal static class CharacteriseFiles
{
    public const string Html = "report.html";

    private const string Sql = "workload.sql";

    public const string Json = "characterisation.json";

    /// <summary>The policy where one that was changed by hand stays.</summary>
    public const string NewPolicy = "policy.new.rgp";

    /// <summary>The most bytes of a report that is read.</summary>
    public const int MostBytes = 64 << 20;

    /// <summary>A file of a directory that no sweep has been in, which a sweep would write over; else null.</summary>
    public static string? Foreign(string directory) =>
        File.Exists(Path.Combine(directory, RunJournal.FileName))
            ? null
            : Array.Find([Json, Html, KneePolicy.FileName, Sql], name => File.Exists(Path.Combine(directory, name)));

    /// <summary>Writes reports and policy to a directory; a policy that was changed since it was written there
    /// stays.</summary>
    /// <returns>The policy's name, and why one of them could not be written, or null.</returns>
    public static (string Policy, string? Problem) Write(string directory, CharacteriseReport report)
    {
        var policy = IsPolicyChanged(directory) ? NewPolicy : KneePolicy.FileName;
        return (
            policy,
            OutputFile.Write(Path.Combine(directory, Html), Html, CharacteriseHtml.Page(report))
                ?? OutputFile.Write(Path.Combine(directory, policy), policy, report.Policy)
                ?? (
                    report.Request.Workload.IsOfRecording
                        ? OutputFile.Write(Path.Combine(directory, Sql), Sql, WorkloadSql.Of(report.Request.Workload))
                        : null
                )
                // What a policy is compared with the next time.
                ?? OutputFile.Write(Path.Combine(directory, Json), Json, CharacteriseJson.Document(report))
        );
    }

    private static bool IsPolicyChanged(string directory)
    {
        var path = Path.Combine(directory, KneePolicy.FileName);
        return File.Exists(path)
            && Encoding.UTF8.GetString(BoundedFile.Read(path, MostBytes))
                != WrittenPolicy(Path.Combine(directory, Json));
    }

    private static string? WrittenPolicy(string path)
    {
        try
        {
            using var json = JsonDocument.Parse(BoundedFile.Read(path, MostBytes));
            return DocumentFormat.Read(json.RootElement, DocumentFormat.Sweep)?.Policy;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }
}

/// <summary>A workload as <c>--workload</c> reads it again: what a recording gave can be looked at and
/// changed.</summary>
internal static class WorkloadSql
{
    /// <summary>The text of the file.</summary>
    public static string Of(TrialWorkload workload)
    {
        var text = new StringBuilder();
        foreach (var statement in workload.Statements)
        {
            text.Append(CultureInfo.InvariantCulture, $"-- name: {statement.Name}\n-- weight: {statement.Weight}\n");
            text.Append(statement.Text).Append("\n;\n\n");
        }

        return text.ToString();
    }
}
