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
        var plays = (programs.Count + 1) * (samples + 1);
        var done = 0;

        RunOutcome[] PlayAll(Mix drawn) =>
            [
                .. programs
                    .Prepend(null)
                    .Select(program =>
                    {
                        var outcome = SimulationRun.Play(
                            drawn,
                            target,
                            program,
                            now => progress?.Invoke((done + (now / drawn.Seconds)) / plays),
                            SimulationRun.MostWork,
                            cancellationToken
                        );
                        done++;
                        return outcome;
                    }),
            ];

        var nominal = PlayAll(mix);
        var others = Enumerable.Range(1, samples).Select(seed => PlayAll(new MixDraw(mix, seed).Draw())).ToList();
        return new Comparison(
            nominal[0],
            [
                .. programs.Select(
                    (_, index) =>
                        PolicyOutcome.Of(
                            nominal[0],
                            nominal[index + 1],
                            [.. others.Select(each => (each[0], each[index + 1]))],
                            mix
                        )
                ),
            ]
        );
    }
}
