using RgPolicy.Service.Files;
using RgPolicy.Service.Suggesting;

namespace RgPolicy.Cli.Suggest;

/// <summary>Proposes the classes that a policy lacks for what was recorded.</summary>
internal sealed class UpdateHandler(CliContext context)
{
    /// <summary>Proposes and reports.</summary>
    /// <param name="path">The policy.</param>
    /// <param name="output">Where the policy goes, null is standard output; and whether the answer is
    /// <c>rgp/suggest_update/1</c>.</param>
    /// <param name="source">What ran.</param>
    /// <param name="target">Where the policy is to hold.</param>
    public async Task<int> RunAsync(
        string path,
        (string? File, bool Json) output,
        SuggestSource source,
        TargetProfile target
    )
    {
        var policy = await PolicyLoader.LoadAsync(context, path, target);
        var bytes = await FileContent.NeedAsync(
            context,
            InputFile.Named(context, path),
            PolicyFiles.MaximumBytes,
            "Check the policy's path."
        );
        var before = new UTF8Encoding(false).GetString(bytes).TrimStart('\uFEFF');
        var update = PolicyUpdater.Update(
            source.Workload,
            new SuggestionRequest(target, source.Name, source.Dbms, null) { Notes = source.Notes },
            PolicyProgram.Compile(policy, target),
            before
        );
        if (output.File is { } name)
            OutputFile.Need(context, name, update.Text);

        Report(path, output, source, before, update);
        return ExitCode.Success;
    }

    private void Report(
        string path,
        (string? File, bool Json) output,
        SuggestSource source,
        string before,
        PolicyUpdate update
    )
    {
        if (output.Json)
        {
            UpdateJson.Write(context, update, source.Notes);
            return;
        }

        foreach (var each in update.Edits)
            context.Output.WriteLine($"{path}:{each.Line}: class {each.Name} -> {each.Pool}: {each.Reason}");

        foreach (var each in update.Undone)
            context.Output.WriteLine($"not proposed: {each}");

        if (!update.Unused.IsEmpty)
            context.Output.WriteLine($"took nothing of what ran: {string.Join(", ", update.Unused)}");

        foreach (var note in source.Notes)
            context.Output.WriteLine(note);

        context.Output.WriteLine(update.Edits.IsEmpty ? "Nothing to propose: the policy covers what ran." : "");
        context.Output.Write(UnifiedDiff.Of(path, before, update.Text));
    }
}

/// <summary>Writes <c>rgp/suggest_update/1</c>.</summary>
internal static class UpdateJson
{
    public static void Write(CliContext context, PolicyUpdate update, ImmutableArray<string> notes) =>
        new JsonReport(context, "rgp/suggest_update/1").Write(json => WriteMembers(json, update, notes));

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
