using RgPolicy.Dbms.Replay;
using RgPolicy.Service.Loop;

namespace RgPolicy.Service.Replaying;

/// <summary>What a policy would have done to a recording, and how another one differs.</summary>
internal sealed record ReplayOutcome
{
    /// <summary>Distinct queries that were seen.</summary>
    public required long Queries { get; init; }

    /// <summary>Those whose last decision was final.</summary>
    public required long Decided { get; init; }

    /// <summary>Queries that would have been throttled.</summary>
    public required long Throttled { get; init; }

    /// <summary>Those that ended young, before their class was final: they are in no class.</summary>
    public required ShortTally TooShort { get; init; }

    /// <summary>Every class of the policy, in its order.</summary>
    public required ImmutableArray<ReplayedClass> Classes { get; init; }

    /// <summary>Queries that the second policy classes differently; null without a second policy.</summary>
    public required ImmutableArray<ClassChange>? Changes { get; init; }

    public required LoopSummary Loop { get; init; }

    /// <summary>How much time the recording covers.</summary>
    public required TimeSpan Recorded { get; init; }
}

/// <summary>A query that another policy puts elsewhere.</summary>
internal sealed record ClassChange(string Query, string From, string To);

/// <summary>What came to one class in a replay.</summary>
/// <param name="Class">The class's name.</param>
/// <param name="Pool">Its pool's name.</param>
/// <param name="Queries">Queries whose last decision was this class.</param>
/// <param name="Share">Their share of all queries, 0 to 1.</param>
/// <param name="Seconds">How long they were seen to run, together.</param>
internal sealed record ReplayedClass(string Class, string Pool, long Queries, double Share, double Seconds);

/// <summary>Queries of a replay that ended within 300 ms, before their class was final.</summary>
/// <param name="Queries">How many.</param>
/// <param name="Share">Their share of all queries, 0 to 1.</param>
/// <param name="Seconds">How long they were seen to run, together.</param>
internal sealed record ShortTally(long Queries, double Share, double Seconds);

/// <summary>Plays a recording through the loop, as if its server ran now, with nothing to enforce.</summary>
internal static class ReplayRun
{
    /// <summary>Plays it to its end.</summary>
    /// <param name="observer">The recording.</param>
    /// <param name="program">The policy.</param>
    /// <param name="against">The policy to compare with, or null.</param>
    /// <param name="time">The clock.</param>
    /// <param name="watch">Takes each turn, or null.</param>
    /// <param name="cancellationToken">Ends it early; what was played counts.</param>
    public static async Task<ReplayOutcome> RunAsync(
        ReplayObserver observer,
        PolicyProgram program,
        PolicyProgram? against,
        TimeProvider time,
        Action<TurnReport>? watch,
        CancellationToken cancellationToken
    )
    {
        var other = against is null ? null : new Governor(against, new GovernorOptions());
        var tally = new ReplayTally(program, other);
        await using var loop = new GovernorLoop(
            new LoopParts
            {
                Observer = observer,
                Program = program,
                Options = new LoopOptions { Policy = program.Policy.Path },
                Time = time,
                ReportTurn = report =>
                {
                    tally.Take(report);
                    watch?.Invoke(report);
                },
            }
        );
        var summary = await loop.RunAsync(cancellationToken);
        return tally.Conclude(summary, observer.Elapsed);
    }
}
