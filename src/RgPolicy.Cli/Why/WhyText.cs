using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;
using RgPolicy.Engine.Allot;

namespace RgPolicy.Cli.Why;

/// <summary>The parts of <c>rgp/why/1</c> for people: the same for a plan, a recording, a live query and a failed policy test.</summary>
internal sealed class WhyText(CliContext context)
{
    private readonly Paint _paint = new(context.UsesColour);

    /// <summary>Said behind the class of a decision that is not final.</summary>
    public const string Provisional = " (provisional: it narrows nothing until it is final)";

    /// <summary>Prints each class tried with what it asked and was told; what its result rests on is marked.</summary>
    public void WriteTried(JsonElement why)
    {
        Title("Classes tried, from the top (* decided)");
        foreach (var tried in why.GetProperty("tried").EnumerateArray())
        {
            context.Output.WriteLine($"  {Result(tried)}  {OneLine.Of(Text(tried, "class"))} (line {Text(tried, "line")})");
            foreach (var atom in tried.GetProperty("atoms").EnumerateArray())
            {
                var mark = atom.GetProperty("decides").GetBoolean() ? '*' : ' ';
                context.Output.WriteLine(
                    $"         {mark} {Result(atom)}  {OneLine.Of(Text(atom, "text"), 300)}  [{OneLine.Of(Text(atom, "value_text"))}]");
            }
        }
    }

    /// <summary>Prints what is not known, where there is anything.</summary>
    public void WriteUnknown(JsonElement why)
    {
        var unknown = why.GetProperty("unknown");
        if (unknown.GetArrayLength() == 0)
        {
            return;
        }

        context.Output.WriteLine();
        Title("Not known");
        foreach (var signal in unknown.EnumerateArray())
        {
            context.Output.WriteLine(
                $"  {Text(signal, "signal")}: {(Text(signal, "state") == "pending" ? "pending" : "absent, it cannot come any more")}");
        }
    }

    /// <summary>Prints what becomes of each setting, then the cache's masks before and after.</summary>
    public void WriteAllotment(JsonElement why)
    {
        context.Output.WriteLine();
        Title($"Settings of pool {Text(why, "pool")}");
        SettingsTable.Write(context, [.. why.GetProperty("settings").EnumerateArray().Select(Setting)]);
        WriteMasks(why.GetProperty("allotment"));
    }

    /// <summary>A member as a text; null is a dash.</summary>
    public static string Text(JsonElement owner, string name) => owner.GetProperty(name) switch
    {
        { ValueKind: JsonValueKind.Null } => "-",
        { ValueKind: JsonValueKind.String } text => text.GetString() ?? "",
        var other => other.GetRawText(),
    };

    private static SettingEffect Setting(JsonElement setting) => new(
        Text(setting, "name"), Text(setting, "requested"), Text(setting, "effective"), Text(setting, "effect"), Text(setting, "reason"));

    private void WriteMasks(JsonElement allotment)
    {
        var masks = allotment.GetProperty("masks").EnumerateArray()
            .GroupBy(mask => (Before: Text(mask, "before"), After: Text(mask, "after")), mask => Text(mask, "l3")).ToList();
        if (masks.Count == 0)
        {
            return;
        }

        context.Output.WriteLine();
        Title($"Cache masks {ClassOf(allotment)}");
        foreach (var group in masks)
        {
            context.Output.WriteLine($"  L3 {string.Join(' ', group)}: before {group.Key.Before}, now {group.Key.After}");
        }

        foreach (var note in allotment.GetProperty("cache_notes").EnumerateArray())
        {
            context.Output.WriteLine($"  {note.GetString()}");
        }
    }

    private static string ClassOf(JsonElement allotment)
    {
        var others = string.Join(", ", allotment.GetProperty("shares_class_with").EnumerateArray().Select(each => each.GetString()));
        return allotment.GetProperty("service_class").ValueKind == JsonValueKind.Null
            ? "(the default class of service)"
            : $"(class of service {Text(allotment, "service_class")}{(others.Length > 0 ? ", shared with " + others : "")})";
    }

    private void Title(string text) => context.Output.WriteLine(_paint.Of(Tint.Strong, text));

    private string Result(JsonElement owner) => Text(owner, "result") switch
    {
        "true" => _paint.Of(Tint.Good, "true   "),
        "false" => _paint.Of(Tint.Faint, "false  "),
        _ => _paint.Of(Tint.Doubtful, "unknown"),
    };
}
