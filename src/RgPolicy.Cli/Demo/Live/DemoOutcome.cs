using RgPolicy.Documents.Demo;
using RgPolicy.Service.Reactions;

namespace RgPolicy.Cli.Demo.Live;

/// <summary>What a demo comes to, and how it is written for people.</summary>
internal static class DemoOutcome
{
    public static LiveDemoDocument Of(LiveDemoDocument setting, ImmutableArray<DemoSegment> segments) =>
        setting with
        {
            InForce = segments.All(each => each.IsAsOrdered),
            Off = Part(segments.Where(each => !each.IsGoverned)),
            On = Part(segments.Where(each => each.IsGoverned)),
            Parts = [.. segments.Select(each => Part([each]))],
        };

    public static LiveDemoPart Part(IEnumerable<DemoSegment> segments)
    {
        var (all, durations) = (segments.ToList(), new DurationHistogram());
        all.ForEach(each => durations.Add(each.Short));
        var (analyses, seconds) = (all.Sum(each => each.Analyses), all.Sum(each => (each.To - each.From).TotalSeconds));
        return new LiveDemoPart(
            all is [{ IsGoverned: true }, ..],
            durations.Count,
            durations.Quantile(0.5)?.TotalSeconds,
            durations.Quantile(0.99)?.TotalSeconds,
            analyses > 0 ? analyses / seconds : null,
            all.Sum(each => each.Readings),
            all.Sum(each => each.AsOrdered)
        );
    }

    /// <summary>What is measured, in one line.</summary>
    public static string Heading(LiveDemoDocument setting) =>
        Invariant(
            $"PostgreSQL {setting.ServerVersion} on {setting.Processors} processors: {setting.ShortPerSecond} short transactions a second beside {setting.Analysts} analysts, {setting.Seconds:0} s."
        );

    public static string Duration(double? seconds) =>
        RunText.Seconds(seconds is { } known ? TimeSpan.FromSeconds(known) : null);

    public static string Number(double? number) => number is { } known ? Invariant($"{known:0.00}") : "?";

    /// <summary>Off against on.</summary>
    public static void Write(CliContext context, LiveDemoDocument outcome)
    {
        if (outcome is not { Off: { } off, On: { } on })
            return;

        context.Output.WriteLine(context.IsOutputTerminal ? Heading(outcome) : "");
        var table = new TextTable(["all parts", "off", "on", "on / off"]) { Figures = [1, 2, 3] };
        table.Add(
            "short transactions, p50",
            Duration(off.P50Seconds),
            Duration(on.P50Seconds),
            Number(outcome.P50Ratio)
        );
        table.Add(
            "short transactions, p99",
            Duration(off.P99Seconds),
            Duration(on.P99Seconds),
            Number(outcome.P99Ratio)
        );
        table.Add(
            "analyses per second",
            Number(off.AnalysesPerSecond),
            Number(on.AnalysesPerSecond),
            Number(outcome.AnalysesRatio)
        );
        table.Write(context);
        context.Output.WriteLine(
            Invariant(
                $"Read back from the kernel: in force in {on.AsOrdered} of {on.Readings} readings while on, let go in {off.AsOrdered} of {off.Readings} while off."
            )
        );
        context.Output.WriteLine(
            $"Load average before it began: {outcome.LoadBefore}. Other work on the machine changes the figures."
        );
        context.Output.WriteLine("The server and its data are removed. For a server of yours: rgp init --server URI");
    }
}
