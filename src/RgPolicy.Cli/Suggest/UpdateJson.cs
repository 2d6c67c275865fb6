using System.Collections.Immutable;
using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Engine.Documents;
using RgPolicy.Service.Suggesting;

namespace RgPolicy.Cli.Suggest;

/// <summary>Writes <c>rgp/suggest_update/1</c>.</summary>
internal static class UpdateJson
{
    public static void Write(CliContext context, PolicyUpdate update, ImmutableArray<string> notes) =>
        JsonOutput.WriteDocument(context, "rgp/suggest_update/1", json => WriteMembers(json, update, notes));

    private static void WriteMembers(Utf8JsonWriter json, PolicyUpdate update, ImmutableArray<string> notes)
    {
        json.WriteString("policy", update.Text);
        json.WriteObjects(
            "edits",
            update.Edits,
            each =>
            {
                json.WriteString("class", each.Name);
                json.WriteString("pool", each.Pool);
                json.WriteString("before", each.Before);
                json.WriteNumber("line", each.Line);
                json.WriteString("condition", each.Class.Condition);
                json.WriteString("reason", each.Reason);
                json.WriteNumber("queries", each.Class.Executions);
                json.WriteNumber("seconds", each.Class.Seconds);
            }
        );
        json.WriteTexts("unused", update.Unused);
        json.WriteTexts("not_proposed", update.Undone);
        json.WriteTexts("notes", notes);
    }
}
