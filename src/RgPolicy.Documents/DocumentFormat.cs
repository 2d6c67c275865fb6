using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
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

/// <summary>
/// How documents are written and read. Every member may be null: a service of an older version lacks what came later,
/// and what a newer one tells besides is passed over.
/// </summary>
public static class DocumentFormat
{
    /// <summary>Texts are escaped only where JSON asks for it.</summary>
    public static JsonWriterOptions Options { get; } = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary><c>rgp/status/1</c>.</summary>
    public static JsonTypeInfo<StatusDocument> Status => DocumentContext.Default.StatusDocument;

    /// <summary><c>rgp/policy/1</c>.</summary>
    public static JsonTypeInfo<PolicyDocument> Policy => DocumentContext.Default.PolicyDocument;

    /// <summary>A question to a service.</summary>
    public static JsonTypeInfo<QuestionDocument> Question => DocumentContext.Default.QuestionDocument;

    /// <summary><c>rgp/pause/1</c>.</summary>
    public static JsonTypeInfo<PauseDocument> Pause => DocumentContext.Default.PauseDocument;

    /// <summary><c>rgp/reload/1</c>.</summary>
    public static JsonTypeInfo<ReloadDocument> Reload => DocumentContext.Default.ReloadDocument;

    /// <summary><c>rgp/why/1</c> of a plan.</summary>
    public static JsonTypeInfo<ExplanationDocument> Explanation => DocumentContext.Default.ExplanationDocument;

    /// <summary><c>rgp/why/1</c> of a query.</summary>
    public static JsonTypeInfo<WhyDocument> Why => DocumentContext.Default.WhyDocument;

    /// <summary><c>rgp/plan/1</c>, <c>rgp/drift/1</c>, <c>rgp/apply/1</c> and <c>rgp/rollback/1</c>.</summary>
    public static JsonTypeInfo<ChangesDocument> Changes => DocumentContext.Default.ChangesDocument;

    /// <summary>A line of an audit trail.</summary>
    public static JsonTypeInfo<AuditDocument> Audit => DocumentContext.Default.AuditDocument;

    /// <summary><c>rgp/lint/1</c>, as far as a baseline reads it.</summary>
    public static JsonTypeInfo<LintDocument> Lint => DocumentContext.Default.LintDocument;

    /// <summary><c>rgp/probe/1</c>, as far as a target reads it.</summary>
    public static JsonTypeInfo<ProbeDocument> Probe => DocumentContext.Default.ProbeDocument;

    /// <summary><c>rgp/simulate/1</c>, as far as the console reads it.</summary>
    public static JsonTypeInfo<SimulateDocument> Simulate => DocumentContext.Default.SimulateDocument;

    /// <summary><c>rgp/characterise/1</c>, as far as two sweeps are compared.</summary>
    public static JsonTypeInfo<SweepDocument> Sweep => DocumentContext.Default.SweepDocument;

    /// <summary><c>rgp/demo-live/1</c>.</summary>
    public static JsonTypeInfo<LiveDemoDocument> LiveDemo => DocumentContext.Default.LiveDemoDocument;

    /// <summary>Quantiles in other documents.</summary>
    public static JsonTypeInfo<DurationQuantiles> Quantiles => DocumentContext.Default.DurationQuantiles;

    /// <summary>What became of settings, in other documents.</summary>
    public static JsonTypeInfo<SettingStatus[]> Settings => DocumentContext.Default.SettingStatusArray;

    /// <summary>What of a policy is not carried out, in other documents.</summary>
    public static JsonTypeInfo<NotEnforcedStep[]> NotEnforced => DocumentContext.Default.NotEnforcedStepArray;

    /// <summary>The answer that is none.</summary>
    public static JsonTypeInfo<ErrorDocument> Error => DocumentContext.Default.ErrorDocument;

    /// <summary>Writes a document on one line.</summary>
    public static void Write<T>(IBufferWriter<byte> output, T document, JsonTypeInfo<T> form)
    {
        using var json = new Utf8JsonWriter(output, Options);
        JsonSerializer.Serialize(json, document, form);
    }

    /// <summary>A document on one line.</summary>
    public static byte[] ToBytes<T>(T document, JsonTypeInfo<T> form)
    {
        var buffer = new ArrayBufferWriter<byte>();
        Write(buffer, document, form);
        return buffer.WrittenSpan.ToArray();
    }

    /// <summary>Reads a document.</summary>
    /// <returns>It; null where a member has another type than it has here, or the text is not an object.</returns>
    public static T? Read<T>(JsonElement document, JsonTypeInfo<T> form)
        where T : class
    {
        try
        {
            return document.Deserialize(form);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>A moment as documents have it, such as <c>2026-11-24T15:04:05.25Z</c>; null where there
    /// is none.</summary>
    public static string? Text(DateTime? moment) =>
        moment?.ToString("yyyy-MM-dd'T'HH:mm:ss.FFFFFFFK", CultureInfo.InvariantCulture);
}
