using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary>A plan for scripts, and what became of it.</summary>
internal static class PlanJson
{
    /// <summary>Prints it.</summary>
    /// <param name="context">Where to.</param>
    /// <param name="schema">Such as <c>rgp/apply/1</c>.</param>
    /// <param name="plan">The plan.</param>
    /// <param name="outcome">What became of it, or null where nothing was done.</param>
    public static void Write(CliContext context, string schema, ChangePlan plan, ApplyOutcome? outcome = null) =>
        JsonOutput.WriteDocument(
            context,
            schema,
            json =>
            {
                foreach (
                    var member in ChangePlanFile
                        .ToElement(plan)
                        .EnumerateObject()
                        .Where(member => member.Name != "schema")
                )
                {
                    member.WriteTo(json);
                }

                if (outcome is not null)
                {
                    WriteOutcome(json, outcome);
                }
            }
        );

    private static void WriteOutcome(Utf8JsonWriter json, ApplyOutcome outcome)
    {
        json.WriteStartObject("outcome");
        json.WriteString(
            "status",
            outcome.Status switch
            {
                ChangeStatus.Done => "done",
                ChangeStatus.Restored => "restored",
                ChangeStatus.Broken => "broken",
                _ => "refused",
            }
        );
        json.WriteString("problem", outcome.Problem);
        json.WriteStartArray("waiting");
        outcome.Waiting.ToList().ForEach(json.WriteStringValue);
        json.WriteEndArray();
        json.WriteEndObject();
    }
}
