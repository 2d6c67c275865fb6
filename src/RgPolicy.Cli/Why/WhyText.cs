using RgPolicy.Documents.Why;
using RgPolicy.Language.Signals;
using static RgPolicy.Cli.Status.MemberText;

namespace RgPolicy.Cli.Why;

/// <summary>The parts of <c>rgp/why/1</c> for people: the same for a plan, a recording, a live query
/// and a failed policy test.</summary>
internal sealed class WhyText(CliContext context)
{
    private readonly Paint _paint = new(context.UsesColour);

    /// <summary>Said behind the class of a decision that is not final.</summary>
    public const string Provisional = " (provisional: it throttles nothing until it is final)";

    /// <summary>Prints why a plan has its class.</summary>
    public void WritePlan(ExplanationDocument why)
    {
        context.Output.WriteLine(
            $"class {_paint.Of(Tint.Strong, Text(why.Class))} -> pool {_paint.Of(Tint.Strong, Text(why.Pool))}, line {Text(why.Line)}{(why.Provisional == true ? Provisional : "")}"
        );
        context.Output.WriteLine($"policy revision {Text(why.Revision)}");
        context.Output.WriteLine();
        Write(why);
    }

    /// <summary>Prints all parts.</summary>
    public void Write(ExplanationDocument why)
    {
        WriteTried(why);
        WriteUnknown([.. why.Unknown.OrEmpty()]);
        context.Output.WriteLine();
        Title($"Settings of pool {Text(why.Pool)}");
        SettingsTable.Write(context, [.. why.Settings.OrEmpty()]);
        WriteMasks(why.Allotment);
    }

    /// <summary>Prints each class tried with what it asked and was told; what its result rests on is marked.</summary>
    public void WriteTried(ExplanationDocument why)
    {
        Title("Classes tried, from the top (* decided)");
        foreach (var tried in why.Tried.OrEmpty())
        {
            context.Output.WriteLine(
                $"  {Result(tried.Result)}  {OneLine.Of(Text(tried.Class))} (line {Text(tried.Line)})"
            );
            foreach (var atom in tried.Atoms.OrEmpty())
            {
                context.Output.WriteLine(
                    $"         {(atom.Decides == true ? '*' : ' ')} {Result(atom.Result)}  "
                        + $"{OneLine.Of(Text(atom.Text), 300)}  [{OneLine.Of(Text(atom.ValueText))}]"
                );
            }
        }
    }

    private void WriteUnknown(IReadOnlyList<UnknownSignalDocument> unknown)
    {
        if (unknown.Count == 0)
            return;

        context.Output.WriteLine();
        Title("Not known");
        foreach (var signal in unknown)
            context.Output.WriteLine($"  {Text(signal.Signal)}: {StateOf(signal)}");
    }

    private static string StateOf(UnknownSignalDocument signal) =>
        (signal.State, signal.Signal) switch
        {
            ("pending", _) => "pending",
            (_, SignalCatalog.RunningPhase) => "absent, the server does not tell it now",
            _ => "absent, it cannot come any more",
        };

    /// <summary>Prints the cache's masks before and after.</summary>
    private void WriteMasks(AllotmentDocument? allotment)
    {
        var masks = (allotment?.Masks)
            .OrEmpty()
            .GroupBy(mask => (Before: Text(mask.Before), After: Text(mask.After)), mask => Text(mask.Domain))
            .ToList();
        if (masks.Count == 0)
            return;

        context.Output.WriteLine();
        Title($"Cache masks {ClassOf(allotment)}");
        foreach (var group in masks)
        {
            context.Output.WriteLine(
                $"  L3 {string.Join(' ', group)}: before {group.Key.Before}, now {group.Key.After}"
            );
        }

        foreach (var note in (allotment?.CacheNotes).OrEmpty())
            context.Output.WriteLine($"  {note}");
    }

    private static string ClassOf(AllotmentDocument? allotment)
    {
        var others = string.Join(", ", (allotment?.SharesClassWith).OrEmpty());
        return allotment?.ServiceClass is { } number
            ? $"(class of service {Text(number)}{(others.Length > 0 ? ", shared with " + others : "")})"
            : "(the default class of service)";
    }

    private void Title(string text) => context.Output.WriteLine(_paint.Of(Tint.Strong, text));

    private string Result(string? result) =>
        result switch
        {
            "true" => _paint.Of(Tint.Good, "true   "),
            "false" => _paint.Of(Tint.Faint, "false  "),
            _ => _paint.Of(Tint.Doubtful, "unknown"),
        };
}

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
        output.WriteLine($"  runs in    {why.Allotment?.Pool ?? "where the server was started"}");
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
            output.WriteLine($"  phase      {Text(phase)}");
    }
}

/// <summary>What becomes of settings, as a table.</summary>
internal static class SettingsTable
{
    public static void Write(CliContext context, IReadOnlyCollection<SettingStatus> settings)
    {
        if (settings.Count == 0)
        {
            context.Output.WriteLine("  none: nothing is governed");
            return;
        }

        var table = new TextTable(["  requested", "effective", "effect", "reason"]);
        foreach (var setting in settings)
        {
            table.Add(
                "  " + Text(setting.Requested),
                Text(setting.Effective),
                Text(setting.Effect).Replace('_', ' '),
                Text(setting.Reason)
            );
        }

        table.Write(context);
    }
}
