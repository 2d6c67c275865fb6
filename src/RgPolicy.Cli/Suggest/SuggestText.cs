using RgPolicy.Cli.Recordings;
using RgPolicy.Service.Replaying;
using RgPolicy.Service.Suggesting;

namespace RgPolicy.Cli.Suggest;

/// <summary>What a written policy would have done, for people.</summary>
internal static class SuggestText
{
    public static void Write(CliContext context, SuggestReport report, string file)
    {
        var suggestion = report.Suggestion;
        if (report.Replay is { } replay)
            WriteReplay(context, report, replay, file);
        else
            WriteCounted(context, report, file);

        if (!suggestion.Unknown.IsEmpty)
        {
            context.Output.WriteLine(
                Invariant(
                    $"not known, so not throttled: {suggestion.Unknown.Sum(each => each.Queries)} queries, {suggestion.Unknown.Sum(each => each.Seconds):0.0} s"
                )
            );
        }

        if (!suggestion.Ungoverned.IsEmpty)
        {
            context.Output.WriteLine(
                Invariant(
                    $"over soon or seldom, so not throttled: {suggestion.Ungoverned.Sum(each => each.Executions)} queries, {suggestion.Ungoverned.Sum(each => each.Seconds):0.0} s"
                )
            );
        }

        if (report.Replay is null)
        {
            WriteCount(context, "of other kinds, so not throttled", OthersOf(report));
            WriteCount(context, "never governed", report.Source.Workload.Exempt);
            WriteCount(context, "not told apart", report.Source.Workload.Merged);
        }

        if (report.Simulated is { } simulated)
            context.Output.WriteLine(simulated.Sentence);

        foreach (var note in report.Source.Notes)
            context.Output.WriteLine(note);

        context.Output.WriteLine($"Next: rgp test {file}; rgp run {file} --server URI --level advise");
    }

    private static void WriteCount(CliContext context, string what, long queries)
    {
        if (queries > 0)
            context.Output.WriteLine(Invariant($"{what}: {queries} queries"));
    }

    private static long OthersOf(SuggestReport report) =>
        report.Source.Workload.Queries
        - report.Source.Workload.Exempt
        - report.Source.Workload.Merged
        - report.Suggestion.Classes.Sum(each => each.Executions)
        - report.Suggestion.Unknown.Sum(each => each.Queries)
        - report.Suggestion.Ungoverned.Sum(each => each.Executions);

    private static void WriteReplay(CliContext context, SuggestReport report, ReplayOutcome replay, string file)
    {
        context.Output.WriteLine(
            Invariant(
                $"{file}: {report.Suggestion.Classes.Length} classes from {report.Source.Workload.Queries} queries; {replay.Throttled} of them would have been throttled"
            )
        );
        ReplayText.WriteClasses(context, replay);
    }

    // Nothing can be played: the classes by what was counted.
    private static void WriteCounted(CliContext context, SuggestReport report, string file)
    {
        var workload = report.Source.Workload;
        context.Output.WriteLine(
            Invariant(
                $"{file}: {report.Suggestion.Classes.Length} classes from {workload.Queries} queries that were counted in {Evidence.Time(workload.Recorded.TotalSeconds)}"
            )
        );
        var table = new TextTable(["class", "pool", "queries", "seconds", "longest"]) { Figures = [2, 3, 4] };
        foreach (var each in report.Suggestion.Classes)
        {
            table.Add(
                each.Name,
                each.PoolName,
                each.Executions.ToString(CultureInfo.InvariantCulture),
                each.Seconds.ToString("0.0", CultureInfo.InvariantCulture),
                each.Longest.ToString("0.0", CultureInfo.InvariantCulture)
            );
        }

        table.Write(context);
        context.Output.WriteLine(
            "Nothing was recorded, so it was not played: rgp record, then rgp replay, tell what it would do."
        );
    }
}

/// <summary>A policy, and what it would have done to what it was made from.</summary>
/// <param name="Source">What it was made from.</param>
/// <param name="Suggestion">The policy.</param>
/// <param name="Text">Its text.</param>
/// <param name="Replay">What it would have done; null where nothing was recorded that could be played.</param>
/// <param name="Simulated">What it does in a model; null where the mix is not known.</param>
internal sealed record SuggestReport(
    SuggestSource Source,
    Suggestion Suggestion,
    string Text,
    ReplayOutcome? Replay,
    SimulatedEffect? Simulated
);
