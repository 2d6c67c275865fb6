using System.Text.Json;
using RgPolicy.Engine.CoRun;
using RgPolicy.Engine.Documents;

namespace RgPolicy.Engine.Explain;

/// <summary>Writes the member <c>co_run</c>: of one query in <c>rgp/why/1</c>, of all in <c>rgp/status/1</c>.</summary>
public static class CoRunJson
{
    private const string Name = "co_run";

    /// <summary>Of one query.</summary>
    public static void Write(Utf8JsonWriter json, CoRunVerdict? verdict)
    {
        ArgumentNullException.ThrowIfNull(json);
        if (verdict is null)
        {
            json.WriteNull(Name);
            return;
        }

        json.WriteStartObject(Name);
        json.WriteBoolean("admitted", verdict.IsAdmitted);
        json.WriteString("reason", verdict.Reason);
        json.WriteEndObject();
    }

    /// <summary>Of all that run.</summary>
    /// <param name="json">Where to.</param>
    /// <param name="advice">What a gate would have done; null where the policy asks for no advice.</param>
    public static void Write(Utf8JsonWriter json, CoRunAdvice? advice)
    {
        ArgumentNullException.ThrowIfNull(json);
        if (advice is null)
        {
            json.WriteNull(Name);
            return;
        }

        json.WriteStartObject(Name);
        json.WriteBoolean("enforced", false);
        json.WriteObjects("gates", advice.Gates, gate =>
        {
            json.WriteString("kind", gate.Kind);
            json.WriteString("name", gate.Name);
            json.WriteNumber("open", gate.Open);
            json.WriteNumber("waiting", gate.Waiting);
        });
        json.WriteObjects("held", advice.Held, hold =>
        {
            json.WriteString("query", hold.Query.Id);
            json.WriteString("class", hold.Query.Class);
            json.WriteString("reason", hold.Reason);
        });
        json.WriteEndObject();
    }
}
