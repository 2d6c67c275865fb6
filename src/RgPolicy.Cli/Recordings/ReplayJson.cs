using RgPolicy.Service.Replaying;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Cli.Recordings;

/// <summary>Writes <c>rgp/replay/1</c>.</summary>
internal static class ReplayJson
{
    public static void Write(CliContext context, ReplayOutcome outcome) =>
        new JsonReport(context, "rgp/replay/1").Write(json => WriteMembers(json, outcome));

    public static void WriteMembers(Utf8JsonWriter json, ReplayOutcome outcome)
    {
        json.WriteNumber("queries", outcome.Queries);
        json.WriteNumber("decided", outcome.Decided);
        json.WriteNumber("throttled", outcome.Throttled);
        json.WriteNumber("recorded_seconds", outcome.Recorded.TotalSeconds);
        json.Write("classes", outcome.Classes, ReportForms.Default.IEnumerableReplayedClass);
        json.Write("too_short", outcome.TooShort, ReportForms.Default.ShortTally);
        json.Write("changes", outcome.Changes, ReportForms.Default.IEnumerableClassChange);
        Numbers.WriteQuantiles(json, "reaction_seconds", outcome.Loop.Reactions);
    }
}
