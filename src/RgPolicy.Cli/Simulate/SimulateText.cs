using static RgPolicy.Cli.Simulate.GainText;

namespace RgPolicy.Cli.Simulate;

/// <summary>A simulation for people.</summary>
internal static class SimulateText
{
    private const int MostMaps = 10;

    public static void Write(CliContext context, SimulateReport report)
    {
        var (free, queries) = (report.Comparison.Ungoverned, report.Mix.Queries.Length);
        context.Output.WriteLine(
            Invariant(
                $"{queries} queries on {report.Target.Name} for {free.Seconds:0.#} s (a model, not a measurement)"
            )
        );
        foreach (var (program, outcome) in report.Programs.Zip(report.Comparison.Policies))
            WritePolicy(context, report, program.Policy.Path, outcome);
        WriteWarnings(context, report);
    }

    private static void WritePolicy(CliContext context, SimulateReport report, string path, PolicyOutcome outcome)
    {
        context.Output.WriteLine();
        context.Output.WriteLine(new Paint(context.UsesColour).Of(Tint.Strong, path));
        GainTable.Write(context, report.Comparison.Ungoverned, outcome, "before", isWhole: true);
        WriteClasses(context, report, outcome);
        WriteMaps(context, report, outcome.Run);
    }

    private static void WriteClasses(CliContext context, SimulateReport report, PolicyOutcome outcome)
    {
        var classes = ClassOutcome.Of(report.Comparison.Ungoverned, outcome);
        if (classes.All(each => each.Queries == 1))
            return;
        var table = new TextTable([
            "class",
            "queries",
            "gain",
            "interval",
            "throughput",
            "hits",
            "before",
            "memory",
            "before",
        ])
        {
            Figures = [1, 2, 3, 4, 5, 6, 7, 8],
        };
        foreach (var each in classes)
        {
            table.Add(
                each.Class,
                Invariant($"{each.Queries}"),
                Percent(each.Gain),
                Interval(each.Low, each.High),
                Percent(each.Throughput),
                Number(each.HitRatio, "0.000"),
                Number(each.HitRatioBefore, "0.000"),
                Bandwidth(each.BytesPerSecond),
                Bandwidth(each.BytesPerSecondBefore)
            );
        }

        context.Output.WriteLine();
        table.Write(context);
    }

    private static void WriteMaps(CliContext context, SimulateReport report, RunOutcome run)
    {
        if (report.Target.LlcWays == 0)
        {
            context.Output.WriteLine($"masks: none, {report.Target.Name} offers no cache allocation");
            return;
        }

        foreach (var map in run.Maps.Take(MostMaps))
        {
            context.Output.WriteLine(
                Invariant($"masks from {map.Seconds:0.0} s: ")
                    + string.Join(
                        ", ",
                        map.Pools.Where(pool => pool.Pool.Length > 0)
                            .Select(pool => Invariant($"{pool.Pool} 0x{pool.Masks[0]:x}"))
                    )
            );
        }

        if (run.Maps.Length > MostMaps)
            context.Output.WriteLine(
                Invariant($"and {run.Maps.Length - MostMaps} more changes of masks (--output json has all)")
            );
    }

    private static void WriteWarnings(CliContext context, SimulateReport report)
    {
        context.Output.WriteLine();
        foreach (var note in SimulateNotes.Of(report))
            context.Output.WriteLine(note);
        foreach (var run in report.Comparison.Policies.Select(each => each.Run).Append(report.Comparison.Ungoverned))
        {
            if (run.IsCut)
                context.Error.WriteLine(
                    Invariant(
                        $"Only {run.Seconds:0.0} s were simulated, with {run.Events} events, so no gains are told: simulate less of it, by shorter `seconds` or fewer short queries."
                    )
                );
            if (run.Lost > 0)
                context.Error.WriteLine(
                    Invariant($"{run.Lost} arrivals found no backend: more came than the machine can do.")
                );
        }
    }
}
