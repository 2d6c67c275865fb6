using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Simulate;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Outcomes;
using RgPolicy.Simulation.Running;

namespace RgPolicy.Cli.Suggest;

/// <summary>What a policy does to a recorded mix in a model of a machine.</summary>
/// <param name="Machine">The machine, in words.</param>
/// <param name="Classes">What became of each class against ungoverned.</param>
internal sealed record SimulatedEffect(string Machine, ImmutableArray<ClassOutcome> Classes)
{
    /// <summary>Plays the mix; null where the recording gives none that fits the machine.</summary>
    public static SimulatedEffect? Of(
        CliContext context,
        SuggestSource source,
        TargetProfile? asked,
        PolicyProgram program,
        CancellationToken cancellationToken
    )
    {
        var target = asked ?? source.Host;
        if (
            source.Recording is null
            || RecordedMix.Of(source.Workload, target.Cores) is not { } mix
            || MixFit.Problem(mix, target) is not null
        )
        {
            return null;
        }

        var progress = new ProgressLine(context);
        var comparison = Simulator.Compare(
            mix,
            target,
            [program],
            0,
            part => progress.Show(() => string.Create(CultureInfo.InvariantCulture, $"simulated {part * 100:0} %")),
            cancellationToken
        );
        progress.Clear();
        return new SimulatedEffect(
            asked?.Name ?? "the recorded machine",
            ClassOutcome.Of(comparison.Ungoverned, comparison.Policies[0])
        );
    }

    /// <summary>One sentence for the head of a policy: what is slower first, then what nothing can be told
    /// of.</summary>
    public string Sentence =>
        $"In a model of {Machine}, by mean response times and not by tails: {string.Join("; ", Findings)}.";

    private IEnumerable<string> Findings
    {
        get
        {
            if (Noticed.Length > 0)
            {
                yield return string.Join(", ", Noticed);
            }

            if (Unknown.Length > 0)
            {
                yield return $"nothing is known of {string.Join(", ", Unknown)}, whose runs ended unfinished";
            }

            if (Unknown.Length == 0 || Unknown.Length < Classes.Length)
            {
                yield return Noticed.Length + Unknown.Length == 0
                    ? "no class changes by 1 %"
                    : "no other changes by 1 %";
            }
        }
    }

    private string[] Noticed =>
        [
            .. Classes
                .Where(each => each.Gain is { } gain && Math.Abs(gain) >= PolicyOutcome.Noticeable)
                .OrderBy(each => each.Gain)
                .Select(each => $"{each.Class} {GainText.Percent(each.Gain)}"),
        ];

    private string[] Unknown => [.. Classes.Where(each => each.Gain is null).Select(each => each.Class)];
}
