using System.Buffers;
using System.Text.Json;
using RgPolicy.Documents;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Explain;

namespace RgPolicy.Service.Status;

/// <summary>Writes <c>rgp/why/1</c> for a running query.</summary>
public static class WhyDocument
{
    /// <summary>The answer between the replacement of a policy and the next poll.</summary>
    internal static byte[] NotYet { get; } = """{"error":"The policy was just replaced, and the server has not been polled since. Ask again."}"""u8.ToArray();

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
        using (var json = new Utf8JsonWriter(buffer, DocumentFormat.Options))
        {
            json.WriteStartObject();
            json.WriteString("schema", "rgp/why/1");
            json.WriteString("query", query.Query.Id);
            ExplanationJson.Write(json, explanation, withValueTexts: true);
            json.WriteString("note", query.Note);
            json.WriteNumber("pool_number", query.PoolNumber);
            WritePlan(json, query);
            json.WriteEndObject();
        }

        return buffer.WrittenSpan.ToArray();
    }

    private static void WritePlan(Utf8JsonWriter json, GovernedQuery query)
    {
        var plan = query.Query.Plan;
        json.WriteStartObject("plan");
        json.WriteString("state", plan.State.ToString().ToLowerInvariant());
        json.WriteString("source", plan.Source);
        json.WriteString("reason", PlanWords.Reason(plan));
        json.WriteEndObject();
        json.WriteString("statement", query.Query.Statement?.Text);
    }

    private static byte[] WriteError(StatusQuestion question)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer, DocumentFormat.Options))
        {
            json.WriteStartObject();
            json.WriteString("error", question.ProcessId is { } processId
                ? FormattableString.Invariant($"No running query of process {processId} is known. It may have ended: see rgp status.")
                : $"No running query {question.QueryId} is known. It may have ended: see rgp status.");
            json.WriteEndObject();
        }

        return buffer.WrittenSpan.ToArray();
    }
}
