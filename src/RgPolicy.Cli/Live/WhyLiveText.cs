using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;

namespace RgPolicy.Cli.Live;

/// <summary>An explanation of a running or recorded query for people.</summary>
internal static class WhyLiveText
{
    public static void Write(CliContext context, JsonElement why)
    {
        WriteHead(context.Output, why);
        WriteTried(context.Output, why);
        WriteSettings(context, why);
    }

    private static void WriteHead(TextWriter output, JsonElement why)
    {
        var provisional = why.GetProperty("provisional").GetBoolean() ? " (provisional: it narrows nothing until it is final)" : "";
        var note = Text(why, "note");
        output.WriteLine($"Query {Text(why, "query")}");
        output.WriteLine($"  statement  {OneLine.Of(Text(why, "statement"))}");
        output.WriteLine($"  class      {Text(why, "class")}, line {Text(why, "line")} of the policy{provisional}");
        output.WriteLine($"  pool       {Text(why, "pool")}{(note.Length > 0 ? "; " + note : "")}");
        var plan = why.GetProperty("plan");
        output.WriteLine($"  plan       {Text(plan, "state")} ({OneLine.Of(Text(plan, "source"))}): {OneLine.Of(Text(plan, "reason"), 300)}");
        var unknown = why.GetProperty("unknown_signals");
        if (unknown.GetArrayLength() > 0)
        {
            output.WriteLine("  not known  " + string.Join(", ", unknown.EnumerateArray().Select(each => each.GetString())));
        }
    }

    private static void WriteTried(TextWriter output, JsonElement why)
    {
        output.WriteLine();
        output.WriteLine("Classes tried, from the top");
        foreach (var tried in why.GetProperty("tried").EnumerateArray())
        {
            output.WriteLine($"  {Text(tried, "result"),-8} {Text(tried, "class")} (line {Text(tried, "line")})");
            foreach (var atom in tried.GetProperty("atoms").EnumerateArray())
            {
                output.WriteLine(
                    $"             {Text(atom, "result"),-8} {OneLine.Of(Text(atom, "text"))}  [{OneLine.Of(Text(atom, "value_text"))}]");
            }
        }
    }

    private static void WriteSettings(CliContext context, JsonElement why)
    {
        context.Output.WriteLine();
        var table = new TextTable(["setting", "requested", "in force", "effect", "reason"]);
        foreach (var setting in why.GetProperty("settings").EnumerateArray())
        {
            table.Add(
                Text(setting, "name"), Text(setting, "requested"), Text(setting, "effective"), Text(setting, "effect"),
                Text(setting, "reason"));
        }

        table.Write(context);
    }

    private static string Text(JsonElement owner, string name) => owner.GetProperty(name) switch
    {
        { ValueKind: JsonValueKind.Null } => "-",
        { ValueKind: JsonValueKind.String } text => text.GetString() ?? "",
        var other => other.GetRawText(),
    };
}
