using RgPolicy.Engine.Compile;
using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Outcomes;

namespace RgPolicy.Simulation.Running;

/// <summary>Compares what a mix does under policies with what it does ungoverned.</summary>
public static class Simulator
{
    /// <summary>Plays a mix ungoverned and under each policy, and again with drawn figures for the intervals.</summary>
    /// <param name="mix">The mix; it fits the target.</param>
    /// <param name="target">The target.</param>
    /// <param name="programs">The policies, compiled for the target.</param>
    /// <param name="samples">How many times with drawn figures.</param>
    /// <param name="progress">Told now and then which part of the work is done.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public static Comparison Compare(
        Mix mix,
        TargetProfile target,
        IReadOnlyList<PolicyProgram> programs,
        int samples,
        Action<double>? progress,
        CancellationToken cancellationToken
    )
    {
        ArgumentNullException.ThrowIfNull(mix);
        ArgumentNullException.ThrowIfNull(programs);
        Mix[] mixes = [mix, .. Enumerable.Range(1, samples).Select(seed => new MixDraw(mix, seed).Draw())];
        var outcomes = PlayAll(mixes, target, [null, .. programs], progress, cancellationToken);
        return new Comparison(
            outcomes[0][0],
            [
                .. programs.Select(
                    (_, index) =>
                        PolicyOutcome.Of(
                            outcomes[0][0],
                            outcomes[0][index + 1],
                            [.. outcomes.Skip(1).Select(each => (each[0], each[index + 1]))],
                            mix
                        )
                ),
            ]
        );
    }

    /// <summary>Each mix under each policy; the plays share nothing, so they run beside each other.</summary>
    private static RunOutcome[][] PlayAll(
        Mix[] mixes,
        TargetProfile target,
        PolicyProgram?[] programs,
        Action<double>? progress,
        CancellationToken cancellationToken
    )
    {
        var outcomes = Array.ConvertAll(mixes, _ => new RunOutcome[programs.Length]);
        var plays = new PlayProgress(mixes.Length * programs.Length, progress);
        var options = new ParallelOptions
        {
            CancellationToken = cancellationToken,
            MaxDegreeOfParallelism = Environment.ProcessorCount,
        };
        Parallel.For(
            0,
            mixes.Length * programs.Length,
            options,
            play =>
            {
                var (drawn, program) = (mixes[play / programs.Length], programs[play % programs.Length]);
                outcomes[play / programs.Length][play % programs.Length] = SimulationRun.Play(
                    drawn,
                    target,
                    program,
                    now => plays.Reach(play, now / drawn.Seconds),
                    SimulationRun.MostWork,
                    cancellationToken
                );
                plays.Reach(play, 1);
            }
        );
        return outcomes;
    }
}
