using RgPolicy.Cli.Recordings;
using RgPolicy.Service.Suggesting;

namespace RgPolicy.Cli.Suggest;

/// <summary>Writes <c>rgp/suggest/1</c>.</summary>
internal static class SuggestJson
{
    public static void Write(CliContext context, SuggestReport report) =>
        new JsonReport(context, "rgp/suggest/1").Write(json => WriteMembers(json, report));

    private static void WriteMembers(Utf8JsonWriter json, SuggestReport report)
    {
        var (workload, suggestion) = (report.Source.Workload, report.Suggestion);
        json.WriteString("policy", report.Text);
        json.WriteNumber("queries", workload.Queries);
        json.WriteNumber("too_short", workload.TooShort);
        json.WriteNumber("exempt", workload.Exempt);
        json.WriteNumber("recorded_seconds", workload.Recorded.TotalSeconds);
        json.WriteObjects("classes", suggestion.Classes, each => WriteClass(json, each));
        json.Write("unknown", suggestion.Unknown, ReportForms.Default.IEnumerableUnknownWork);
        json.WriteStartObject("left_alone");
        json.WriteNumber("queries", suggestion.Ungoverned.Sum(each => each.Executions));
        json.WriteNumber("seconds", suggestion.Ungoverned.Sum(each => each.Seconds));
        json.WriteEndObject();
        json.WriteTexts("notes", report.Source.Notes);
        if (report.Simulated is { } simulated)
        {
            json.WriteString("simulated_on", simulated.Machine);
            json.WriteObjects("simulated", simulated.Classes, each => WriteSimulated(json, each));
        }

        if (report.Replay is { } replay)
        {
            json.WriteStartObject("replay");
            ReplayJson.WriteMembers(json, replay);
            json.WriteEndObject();
        }
    }

    private static void WriteSimulated(Utf8JsonWriter json, ClassOutcome each)
    {
        json.WriteString("class", each.Class);
        json.WriteNumber("statements", each.Queries);
        if (each.Gain is { } gain)
            json.WriteNumber("gain", gain);
    }

    private static void WriteClass(Utf8JsonWriter json, SuggestedClass each)
    {
        json.WriteString("class", each.Name);
        json.WriteString("pool", each.PoolName);
        json.WriteString("condition", each.Condition);
        json.WriteNumber("queries", each.Executions);
        json.WriteNumber("statements", each.Groups.Length);
        json.WriteNumber("seconds", each.Seconds);
        json.WriteNumber("longest_seconds", each.Longest);
    }
}
