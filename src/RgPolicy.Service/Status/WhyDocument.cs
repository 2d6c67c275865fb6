using System.Buffers;
using System.Text.Json;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Explain;

namespace RgPolicy.Service.Status;

/// <summary>Writes <c>rgp/why/1</c> for a running query.</summary>
public static class WhyDocument
{
    /// <summary>Why a query that a governor follows has its class; an object with only <c>error</c> when it follows none such.</summary>
    public static byte[] Write(StatusQuestion question, Governor governor)
    {
        var query = governor.Queries.FirstOrDefault(each => question.ProcessId is { } processId
            ? each.Query.ProcessId == processId || each.Query.Workers.Contains(processId)
            : string.Equals(each.Query.Id, question.QueryId, StringComparison.Ordinal));
        var explanation = query is null ? null : governor.Explain(query.Query.ProcessId);
        return query is null || explanation is null ? WriteError(question) : Write(query, explanation);
    }

    /// <summary>Why one query has its class and limits.</summary>
    public static byte[] Write(GovernedQuery query, Explanation explanation)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer, StatusDocument.Options))
        {
            json.WriteStartObject();
            json.WriteString("schema", "rgp/why/1");
            json.WriteString("query", query.Query.Id);
            WriteExplanation(json, explanation);
            json.WriteString("note", query.Note);
            json.WriteNumber("pool_number", query.PoolNumber);
            WritePlan(json, query);
            json.WriteEndObject();
        }

        return buffer.WrittenSpan.ToArray();
    }

    private static void WriteExplanation(Utf8JsonWriter json, Explanation explanation)
    {
        json.WriteString("class", explanation.Class);
        json.WriteNumber("line", explanation.Line);
        json.WriteBoolean("provisional", explanation.IsProvisional);
        json.WriteStartArray("unknown_signals");
        foreach (var signal in explanation.UnknownSignals)
        {
            json.WriteStringValue(signal.Name);
        }

        json.WriteEndArray();
        json.WriteStartArray("tried");
        foreach (var tried in explanation.Tried)
        {
            WriteTried(json, tried);
        }

        json.WriteEndArray();
        json.WriteString("pool", explanation.Pool);
        StatusDocument.WriteSettings(json, explanation.Settings);
        json.WriteString("revision", explanation.Revision);
    }

    private static void WriteTried(Utf8JsonWriter json, TriedClass tried)
    {
        json.WriteStartObject();
        json.WriteString("class", tried.Class);
        json.WriteNumber("line", tried.Line);
        json.WriteString("result", Word(tried.Result));
        json.WriteStartArray("atoms");
        foreach (var atom in tried.Atoms)
        {
            json.WriteStartObject();
            json.WriteString("text", atom.Text);
            json.WritePropertyName("value");
            AtomValue.Write(json, atom);
            json.WriteString("value_text", atom.ValueText);
            json.WriteString("result", Word(atom.Result));
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WritePlan(Utf8JsonWriter json, GovernedQuery query)
    {
        var plan = query.Query.Plan;
        json.WriteStartObject("plan");
        json.WriteString("state", plan.State.ToString().ToLowerInvariant());
        json.WriteString("source", plan.Source);
        json.WriteString("reason", plan.Profile?.Reason);
        json.WriteEndObject();
        json.WriteString("statement", query.Query.Statement?.Text);
    }

    private static byte[] WriteError(StatusQuestion question)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer, StatusDocument.Options))
        {
            json.WriteStartObject();
            json.WriteString("error", question.ProcessId is { } processId
                ? FormattableString.Invariant($"No running query of process {processId} is known. It may have ended: see rgp status.")
                : $"No running query {question.QueryId} is known. It may have ended: see rgp status.");
            json.WriteEndObject();
        }

        return buffer.WrittenSpan.ToArray();
    }

    private static string Word(Truth truth) => truth switch
    {
        Truth.True => "true",
        Truth.False => "false",
        _ => "unknown",
    };
}
