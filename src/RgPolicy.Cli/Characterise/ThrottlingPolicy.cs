using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;
using RgPolicy.Service.Characterising;
using RgPolicy.Service.Characterising.Throttling;

namespace RgPolicy.Cli.Characterise;

/// <summary>The policy of a sweep, for the server that it ran on.</summary>
internal static class ThrottlingPolicy
{
    /// <summary>What the observer calls each statement.</summary>
    public static async Task<ImmutableDictionary<string, ImmutableArray<string>>> FingerprintsAsync(
        CliContext context,
        CharacteriseRun run
    )
    {
        var all = ImmutableDictionary.CreateBuilder<string, ImmutableArray<string>>(StringComparer.Ordinal);
        foreach (var statement in run.Sweep.Workload.Statements)
        {
            all[statement.Name] = run.Server.Bench is { } bench
                ? await bench.FingerprintsAsync(statement, context.Interrupt)
                : await run.Server.Sessions[0].FingerprintsAsync(statement, context.Interrupt);
        }

        return all.ToImmutable();
    }

    public static string Of(
        CharacteriseRun run,
        SweepOutcome outcome,
        Characterisation result,
        ImmutableDictionary<string, ImmutableArray<string>> fingerprints
    ) =>
        KneePolicy.Write(
            new KneePolicyRequest(
                Source(run.Server.Facts, run.Sweep, outcome),
                run.Sweep.Workload,
                fingerprints,
                result,
                run.Host.Topology,
                ConnectedProfile.Of(
                    run.Server.Facts.Name,
                    run.Server.Facts.Kind,
                    run.Server.Facts.VersionParts,
                    run.Server.Facts.IsLocal ? run.Host : null
                )
            )
        );

    private static string Source(TrialFacts server, SweepRequest sweep, SweepOutcome outcome) =>
        Invariant($"{server.Version}, workload {sweep.Workload.Hash}, {outcome.Runs.Length} of {outcome.Planned} runs");
}
