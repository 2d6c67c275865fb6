using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;
using RgPolicy.Cli.Why;
using RgPolicy.Documents.Why;
using static RgPolicy.Cli.Status.MemberText;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>An explanation of a running or recorded query for people.</summary>
internal static class WhyLiveText
{
    public static void Write(CliContext context, WhyDocument why)
    {
        WriteHead(context.Output, why);
        context.Output.WriteLine();
        new WhyText(context).Write(why);
    }

    private static void WriteHead(TextWriter output, WhyDocument why)
    {
        output.WriteLine($"Query {Text(why.Query)}");
        output.WriteLine($"  statement  {OneLine.Of(Text(why.Statement))}");
        output.WriteLine(
            $"  class      {Text(why.Class)}, line {Text(why.Line)} of the policy{(why.Provisional == true ? WhyText.Provisional : "")}"
        );
        output.WriteLine($"  pool       {Text(why.Pool)}{(why.Note is { Length: > 0 } note ? "; " + note : "")}");
        output.WriteLine($"  stands in  {why.Allotment?.Pool ?? "where the server was started"}");
        output.WriteLine($"  revision   {Text(why.Revision)}");
        if (why.CoRun is { } coRun)
        {
            output.WriteLine(
                $"  co-run     {(coRun.Admitted == true ? "may run" : "should wait")}: {Text(coRun.Reason)}"
            );
        }

        output.WriteLine(
            $"  plan       {Text(why.Plan?.State)} ({OneLine.Of(Text(why.Plan?.Source))}): "
                + $"{OneLine.Of(Text(why.Plan?.Reason), 300)}"
        );
        if (why.Phase is { } phase)
        {
            output.WriteLine($"  phase      {Text(phase)}");
        }
    }
}
