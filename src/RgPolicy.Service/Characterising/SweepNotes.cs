using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>What one must know before one believes the curves: the pitfalls of HPCA 2018, and what went wrong
/// here.</summary>
internal static class SweepNotes
{
    private const int EnoughRepeats = 5;
    private const double MuchDrift = 0.05;

    /// <summary>The notes, the most important first.</summary>
    public static ImmutableArray<string> Of(SweepRequest request, SweepOutcome outcome, Characterisation result)
    {
        return
        [
            .. Incomplete(outcome),
            .. Drifted(result),
            .. Plans(result),
            .. Together(result),
            .. outcome.Failures.Select(failure => $"not measured: {failure}"),
            .. request.Workload.Notes,
            .. OfTheRuns(request),
        ];
    }

    private static IEnumerable<string> Incomplete(SweepOutcome outcome)
    {
        if (outcome.Stopped is { } reason)
        {
            yield return Invariant(
                $"{outcome.Runs.Length} of {outcome.Planned} runs are done: {reason}; the same command goes on from here"
            );
        }
    }

    private static IEnumerable<string> Drifted(Characterisation result)
    {
        if (result.Drift is { } drift && Math.Abs(drift) > MuchDrift)
        {
            yield return Invariant($"with nothing limited the last runs were {Math.Abs(drift) * 100:0} % ")
                + (drift < 0 ? "slower" : "faster")
                + " than the first: something else changed meanwhile, so small differences mean nothing";
        }
    }

    private static IEnumerable<string> Plans(Characterisation result) =>
        result
            .Curves.Where(curve => curve.ChangesPlan)
            .Select(curve =>
                $"`{curve.Statement}` has other plans under other settings of {SweepLeverName.Of(curve.Lever)}: its curve "
                + "shows plan and resource together"
            );

    private static IEnumerable<string> Together(Characterisation result) =>
        result
            .Surfaces.Where(surface => surface.Interaction is { Interacts: true })
            .Select(surface =>
            {
                var (grid, both) = (surface.Grid, surface.Interaction);
                var of = surface.Statement is { } name ? $"`{name}`" : "the workload";
                return $"{SweepLeverName.Of(grid.First.Lever)} and {SweepLeverName.Of(grid.Second.Lever)} interact for {of}: "
                    + Invariant(
                        $"both bring {both?.Both:0.##} times, each alone {both?.First:0.##} and {both?.Second:0.##} times"
                    );
            });

    private static IEnumerable<string> OfTheRuns(SweepRequest request)
    {
        if (request.Repeats < EnoughRepeats)
        {
            yield return Invariant(
                $"{request.Repeats} runs of each cell: intervals are rough below {EnoughRepeats}, and there are no knees below 3"
            );
        }

        if (request.Clients == 1 && request.Levers.Contains(SweepLever.Cores))
        {
            yield return "one client: more processors help its parallel plans only; --clients says how many run "
                + "together";
        }

        if (request.Workload.Statements.Length < 2)
            yield return "one statement only: other classes of queries may need other amounts";

        if (
            request.Grid is null
            && request.Levers.Contains(SweepLever.MaxDop)
            && request.Levers.Contains(SweepLever.Grant)
        )
            yield return "maxdop and grant were swept apart, and are not independent: each process has its own memory";

        if (request.Clients > 1)
        {
            yield return "a statement's own figure is what one client sees of it: all clients together bring a "
                + "multiple";
        }

        yield return "one size of data: what is enough here may not be for ten times as much; sweep another "
            + "database too";
    }
}

/// <summary>How a sweep ended.</summary>
/// <param name="Planned">Runs that were planned.</param>
/// <param name="Runs">Runs that were measured, those of earlier attempts too.</param>
/// <param name="Failures">What could not be measured, with the reason.</param>
/// <param name="Stopped">Why it ended early, or null.</param>
/// <param name="IsTimeUp">It ended early because the time that was given is over.</param>
internal sealed record SweepOutcome(
    int Planned,
    ImmutableArray<MeasuredRun> Runs,
    ImmutableArray<string> Failures,
    string? Stopped,
    bool IsTimeUp = false
);
