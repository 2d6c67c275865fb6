using RgPolicy.Dbms.Replay;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Service.Loop;

namespace RgPolicy.Service.Replaying;

/// <summary>Plays a recording through the loop, as if its server ran now, with nothing to enforce.</summary>
public static class ReplayRun
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
                PolicyPath = program.Policy.Path,
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
