using RgPolicy.Cli.Files;
using RgPolicy.Service.Characterising.Narrowing;

namespace RgPolicy.Cli.Characterise;

/// <summary>What a sweep leaves in its directory beside its runs.</summary>
internal static class CharacteriseFiles
{
    /// <summary>The report for people.</summary>
    public const string Html = "report.html";

    private const string Sql = "workload.sql";

    /// <summary>The report for programs.</summary>
    public const string Json = "characterisation.json";

    /// <summary>Writes reports and policy to a directory.</summary>
    /// <returns>Why one could not be written, or null.</returns>
    public static string? Write(string directory, CharacteriseReport report) =>
        OutputFile.Write(Path.Combine(directory, Json), Json, CharacteriseJson.Document(report))
        ?? OutputFile.Write(Path.Combine(directory, Html), Html, CharacteriseHtml.Page(report))
        ?? OutputFile.Write(Path.Combine(directory, KneePolicy.FileName), KneePolicy.FileName, report.Policy)
        ?? (
            report.Request.Workload.IsOfRecording
                ? OutputFile.Write(Path.Combine(directory, Sql), Sql, WorkloadSql.Of(report.Request.Workload))
                : null
        );
}
