namespace RgPolicy.Cli.Optimize;

/// <summary>A search for people.</summary>
internal static class OptimizeText
{
    /// <summary>The figures, as comments at a policy's head and as text.</summary>
    public static IEnumerable<string> Lines(OptimizeReport report)
    {
        var outcome = report.Outcome;
        yield return Invariant(
            $"Searched by rgp optimize for {Goal(report.Goal)} on {report.Target.Name}: {outcome.Plays} policies simulated."
        );
        yield return Invariant(
            $"Gain {Percent(outcome.Goal)} against ungoverned ({Percent(outcome.Before)} at first); no policy gets above {Percent(outcome.Bound)}, where each"
        );
        yield return Invariant(
            $"query is as fast as alone: {(outcome.Bound - outcome.Goal) * 100:0.0} points away. A model, not a measurement."
        );
        if (!outcome.IsAllowed)
            yield return Invariant($"No policy was found under which no query loses more than {report.MostLoss} %.");
        if (!outcome.IsDone)
            yield return "The number of plays ended the search: --plays allows more.";
    }

    public static void Write(CliContext context, OptimizeReport report, string written)
    {
        foreach (var line in Lines(report))
            context.Output.WriteLine(line);
        context.Output.WriteLine();
        var table = new TextTable(["query", "gain"]) { Figures = [1] };
        foreach (var gain in report.Outcome.Policy.Gains)
            table.Add(gain.Name, gain.Gain is { } known ? Percent(known) : "-");
        table.Write(context);
        context.Output.WriteLine($"written to {written}");
    }

    private static string Goal(string goal) =>
        goal switch
        {
            "mean" => "the mean of all queries",
            "worst" => "the query that gains least",
            var name => $"query {name}",
        };

    private static string Percent(double part) => Invariant($"{part * 100:+0.0;-0.0;0.0} %");
}
