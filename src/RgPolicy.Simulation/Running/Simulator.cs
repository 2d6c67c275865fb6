using RgPolicy.Engine.Compile;
using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Outcomes;

namespace RgPolicy.Simulation.Running;

/// <summary>Compares what a mix does under policies with what it does ungoverned.</summary>
internal static class Simulator
{
    // Plays of each that begin otherwise: what chance does.
    private const int Otherwise = 2;

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
        var mixes = Draw(mix, samples);
        var outcomes = PlayAll(mixes, target, [null, .. programs], progress, cancellationToken);
        var shifted = PlayAll([.. MixShift.Of(mix, Otherwise)], target, [null, .. programs], null, cancellationToken);
        return new Comparison(
            outcomes[0][0],
            [
                .. programs.Select(
                    (_, index) =>
                        OutcomeOf(
                            outcomes,
                            index + 1,
                            Column(outcomes, 0),
                            Column(shifted, 0),
                            Column(shifted, index + 1)
                        )
                ),
            ]
        );
    }

    /// <summary>Plays a mix ungoverned, under a policy, and under the same without its cache allocation.</summary>
    /// <param name="mix">The mix; it fits the target.</param>
    /// <param name="target">The target.</param>
    /// <param name="program">The policy, compiled for the target.</param>
    /// <param name="samples">How many times with drawn figures.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>The policy against ungoverned, and against itself without its cache allocation.</returns>
    public static (Comparison Whole, Comparison Cache) CompareCache(
        Mix mix,
        TargetProfile target,
        PolicyProgram program,
        int samples,
        CancellationToken cancellationToken
    )
    {
        var mixes = Draw(mix, samples);
        var shared = Array.ConvertAll(mixes, each => each with { IgnoresMasks = true });
        var outcomes = PlayAll(mixes, target, [null, program], null, cancellationToken);
        var without = Column(PlayAll(shared, target, [program], null, cancellationToken), 0);
        return (
            new Comparison(outcomes[0][0], [OutcomeOf(outcomes, 1, Column(outcomes, 0))]),
            new Comparison(without[0], [OutcomeOf(outcomes, 1, without)])
        );
    }

    private static Mix[] Draw(Mix mix, int samples) =>
        [mix, .. Enumerable.Range(1, samples).Select(seed => new MixDraw(mix, seed).Draw())];

    private static RunOutcome[] Column(RunOutcome[][] outcomes, int index) =>
        Array.ConvertAll(outcomes, each => each[index]);

    private static PolicyOutcome OutcomeOf(
        RunOutcome[][] outcomes,
        int index,
        RunOutcome[] before,
        params RunOutcome[][] shifted
    ) =>
        PolicyOutcome.Of(
            before[0],
            outcomes[0][index],
            [.. before.Zip(outcomes, (free, each) => (free, each[index])).Skip(1)],
            shifted
        );

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

/// <summary>Which part of several plays is done, while they are played beside each other.</summary>
/// <param name="plays">How many.</param>
/// <param name="tell">Is told the part that is done, by one thread at a time; may be null.</param>
internal sealed class PlayProgress(int plays, Action<double>? tell)
{
    private readonly double[] _parts = new double[plays];

    /// <summary>A play has come so far.</summary>
    /// <param name="play">Which.</param>
    /// <param name="part">The part of it that is done.</param>
    public void Reach(int play, double part)
    {
        if (tell is null)
            return;
        lock (_parts)
        {
            _parts[play] = part;
            tell(_parts.Sum() / _parts.Length);
        }
    }
}
