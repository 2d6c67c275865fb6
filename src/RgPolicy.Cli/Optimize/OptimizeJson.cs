using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Engine.Documents;

namespace RgPolicy.Cli.Optimize;

/// <summary>Writes <c>rgp/optimize/1</c>.</summary>
internal static class OptimizeJson
{
    public static void Write(CliContext context, OptimizeReport report) =>
        JsonOutput.WriteDocument(context, "rgp/optimize/1", json => WriteMembers(json, report));

    private static void WriteMembers(Utf8JsonWriter json, OptimizeReport report)
    {
        var outcome = report.Outcome;
        json.WriteString("target", report.Target.Name);
        json.WriteString("for", report.Request.Goal);
        json.WriteNumber("gain", outcome.Goal);
        json.WriteNumber("gain_at_first", outcome.Before);
        json.WriteNumber("bound", outcome.Bound);
        json.WriteBoolean("allowed", outcome.IsAllowed);
        json.WriteNumber("plays", outcome.Plays);
        json.WriteBoolean("done", outcome.IsDone);
        json.WriteString("policy", report.Text);
        json.WriteObjects(
            "queries",
            outcome.Policy.Gains,
            gain =>
            {
                json.WriteString("query", gain.Name);
                if (gain.Gain is { } known)
                    json.WriteNumber("gain", known);
                else
                    json.WriteNull("gain");
            }
        );
    }
}
