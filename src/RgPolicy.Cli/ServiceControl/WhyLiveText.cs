using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;
using RgPolicy.Cli.Why;
using static RgPolicy.Cli.Why.WhyText;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>An explanation of a running or recorded query for people.</summary>
internal static class WhyLiveText
{
    public static void Write(CliContext context, JsonElement why)
    {
        WriteHead(context.Output, why);
        var text = new WhyText(context);
        context.Output.WriteLine();
        text.WriteTried(why);
        text.WriteUnknown(why);
        text.WriteAllotment(why);
    }

    private static void WriteHead(TextWriter output, JsonElement why)
    {
        var note = Text(why, "note");
        var stands = why.GetProperty("allotment").GetProperty("pool").GetString() ?? "where the server was started";
        output.WriteLine($"Query {Text(why, "query")}");
        output.WriteLine($"  statement  {OneLine.Of(Text(why, "statement"))}");
        output.WriteLine(
            $"  class      {Text(why, "class")}, line {Text(why, "line")} of the policy{(why.GetProperty("provisional").GetBoolean() ? Provisional : "")}");
        output.WriteLine($"  pool       {Text(why, "pool")}{(note.Length > 0 ? "; " + note : "")}");
        output.WriteLine($"  stands in  {stands}");
        output.WriteLine($"  revision   {Text(why, "revision")}");
        if (why.GetProperty("co_run") is { ValueKind: JsonValueKind.Object } coRun)
        {
            output.WriteLine($"  co-run     {(coRun.GetProperty("admitted").GetBoolean() ? "may run" : "should wait")}: {Text(coRun, "reason")}");
        }

        var plan = why.GetProperty("plan");
        output.WriteLine($"  plan       {Text(plan, "state")} ({OneLine.Of(Text(plan, "source"))}): {OneLine.Of(Text(plan, "reason"), 300)}");
    }
}
