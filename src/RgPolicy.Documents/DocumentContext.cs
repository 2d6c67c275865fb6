using System.Text.Json;
using System.Text.Json.Serialization;
using RgPolicy.Documents.Audit;
using RgPolicy.Documents.Changes;
using RgPolicy.Documents.Demo;
using RgPolicy.Documents.Lint;
using RgPolicy.Documents.Orders;
using RgPolicy.Documents.Policy;
using RgPolicy.Documents.Probe;
using RgPolicy.Documents.Simulate;
using RgPolicy.Documents.Status;
using RgPolicy.Documents.Sweep;
using RgPolicy.Documents.Why;

namespace RgPolicy.Documents;

/// <summary>Writes and reads the documents by generated code: a native program has no reflection.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(StatusDocument))]
[JsonSerializable(typeof(PolicyDocument))]
[JsonSerializable(typeof(QuestionDocument))]
[JsonSerializable(typeof(PauseDocument))]
[JsonSerializable(typeof(ReloadDocument))]
[JsonSerializable(typeof(ExplanationDocument))]
[JsonSerializable(typeof(WhyDocument))]
[JsonSerializable(typeof(ErrorDocument))]
[JsonSerializable(typeof(ChangesDocument))]
[JsonSerializable(typeof(AuditDocument))]
[JsonSerializable(typeof(LintDocument))]
[JsonSerializable(typeof(ProbeDocument))]
[JsonSerializable(typeof(SimulateDocument))]
[JsonSerializable(typeof(SweepDocument))]
[JsonSerializable(typeof(LiveDemoDocument))]
[JsonSerializable(typeof(DurationQuantiles))]
[JsonSerializable(typeof(SettingStatus[]))]
[JsonSerializable(typeof(NotEnforcedStep[]))]
[JsonSerializable(typeof(bool))]
[JsonSerializable(typeof(decimal))]
[JsonSerializable(typeof(string))]
[JsonSerializable(typeof(string[]))]
internal sealed partial class DocumentContext : JsonSerializerContext;

/// <summary>Values of members that may have one of several types.</summary>
public static class DocumentValue
{
    /// <summary>True or false.</summary>
    public static JsonElement Of(bool value) =>
        JsonSerializer.SerializeToElement(value, DocumentContext.Default.Boolean);

    /// <summary>A number.</summary>
    public static JsonElement Of(decimal value) =>
        JsonSerializer.SerializeToElement(value, DocumentContext.Default.Decimal);

    /// <summary>A text.</summary>
    public static JsonElement Of(string value) =>
        JsonSerializer.SerializeToElement(value, DocumentContext.Default.String);

    /// <summary>Texts.</summary>
    public static JsonElement Of(string[] values) =>
        JsonSerializer.SerializeToElement(values, DocumentContext.Default.StringArray);
}

/// <summary>Lists of documents.</summary>
public static class DocumentItems
{
    /// <summary>The items that are told; none where the document lacks the list.</summary>
    public static IEnumerable<T> OrEmpty<T>(this IEnumerable<T?>? items)
        where T : class => items?.OfType<T>() ?? [];
}
