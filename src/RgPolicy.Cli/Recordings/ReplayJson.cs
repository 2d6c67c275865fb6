using RgPolicy.Service.Replaying;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Cli.Recordings;

/// <summary>Writes <c>rgp/replay/1</c>.</summary>
internal static class ReplayJson
{
    public static void Write(CliContext context, ReplayOutcome outcome) =>
        JsonOutput.WriteDocument(context, "rgp/replay/1", json => WriteMembers(json, outcome));

    public static void WriteMembers(Utf8JsonWriter json, ReplayOutcome outcome)
    {
        json.WriteNumber("queries", outcome.Queries);
        json.WriteNumber("decided", outcome.Decided);
        json.WriteNumber("throttled", outcome.Throttled);
        json.WriteNumber("recorded_seconds", outcome.Recorded.TotalSeconds);
        json.WriteObjects(
            "classes",
            outcome.Classes,
            each =>
            {
                json.WriteString("class", each.Class);
                json.WriteString("pool", each.Pool);
                json.WriteNumber("queries", each.Queries);
                json.WriteNumber("share", each.Share);
                json.WriteNumber("seconds", each.Seconds);
            }
        );
        json.WriteStartObject("too_short");
        json.WriteNumber("queries", outcome.TooShort.Queries);
        json.WriteNumber("share", outcome.TooShort.Share);
        json.WriteNumber("seconds", outcome.TooShort.Seconds);
        json.WriteEndObject();
        WriteChanges(json, outcome);
        Numbers.WriteQuantiles(json, "reaction_seconds", outcome.Loop.Reactions);
    }

    private static void WriteChanges(Utf8JsonWriter json, ReplayOutcome outcome)
    {
        if (outcome.Changes is not { } changes)
        {
            json.WriteNull("changes");
            return;
        }

        json.WriteObjects(
            "changes",
            changes,
            change =>
            {
                json.WriteString("query", change.Query);
                json.WriteString("from", change.From);
                json.WriteString("to", change.To);
            }
        );
    }
}
