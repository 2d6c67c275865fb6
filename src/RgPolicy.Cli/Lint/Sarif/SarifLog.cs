using System.Text.Json.Serialization;
using RgPolicy.Language.Text;

namespace RgPolicy.Cli.Lint.Sarif;

/// <summary>The parts of SARIF 2.1.0 that a lint report has, by the names of its schema.</summary>
internal sealed record SarifLog(
    [property: JsonPropertyName("$schema")] string Schema,
    string Version,
    IEnumerable<SarifRun> Runs
);

internal sealed record SarifRun(
    SarifTool Tool,
    IEnumerable<SarifInvocation> Invocations,
    Dictionary<string, SarifBase>? OriginalUriBaseIds,
    IEnumerable<SarifArtifact> Artifacts,
    string ColumnKind,
    IEnumerable<SarifResult> Results
);

internal sealed record SarifTool(SarifDriver Driver);

internal sealed record SarifDriver(
    string Name,
    string Organization,
    string FullName,
    string Version,
    string InformationUri,
    IEnumerable<SarifRule> Rules
);

internal sealed record SarifRule(
    string Id,
    string Name,
    SarifText ShortDescription,
    SarifText FullDescription,
    SarifHelp Help,
    string HelpUri,
    SarifConfiguration DefaultConfiguration,
    SarifProperties Properties
);

internal sealed record SarifHelp(string Text, string Markdown);

internal sealed record SarifConfiguration(string Level);

internal sealed record SarifProperties(IEnumerable<string> Tags);

internal sealed record SarifInvocation(bool ExecutionSuccessful);

internal sealed record SarifBase(SarifText Description);

internal sealed record SarifArtifact(SarifUri Location, string SourceLanguage, string Encoding);

internal sealed record SarifResult(
    string RuleId,
    int RuleIndex,
    string Level,
    SarifText Message,
    IEnumerable<SarifLocation> Locations,
    IEnumerable<SarifLocation>? RelatedLocations,
    IEnumerable<SarifFix>? Fixes,
    Dictionary<string, string> PartialFingerprints,
    IEnumerable<SarifSuppression>? Suppressions
);

internal sealed record SarifLocation(int? Id, SarifPlace PhysicalLocation, SarifText? Message);

internal sealed record SarifPlace(SarifUri ArtifactLocation, SarifRegion Region);

internal sealed record SarifUri(string Uri, string? UriBaseId);

internal sealed record SarifRegion(int StartLine, int StartColumn, int EndLine, int EndColumn)
{
    public static SarifRegion Of(TextRange range) =>
        new(range.StartLine, range.StartColumn, range.EndLine, range.EndColumn);
}

internal sealed record SarifFix(SarifText Description, IEnumerable<SarifChange> ArtifactChanges);

internal sealed record SarifChange(SarifUri ArtifactLocation, IEnumerable<SarifEdit> Replacements);

internal sealed record SarifEdit(SarifRegion DeletedRegion, SarifText InsertedContent);

internal sealed record SarifSuppression(string Kind, string Status, string Justification);

internal sealed record SarifText(string Text);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(SarifLog))]
internal sealed partial class SarifJson : JsonSerializerContext;
