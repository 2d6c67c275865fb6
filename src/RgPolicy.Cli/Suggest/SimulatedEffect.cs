using RgPolicy.Cli.Simulate;
using RgPolicy.Language.Checking;
using RgPolicy.Service.Suggesting;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Running;

namespace RgPolicy.Cli.Suggest;

/// <summary>What a policy does to a recorded mix in a model of a machine.</summary>
internal sealed record SimulatedEffect(string Machine, ImmutableArray<ClassOutcome> Classes)
{
    /// <summary>Plays the mix; null where the recording gives none that fits the machine.</summary>
    public static SimulatedEffect? Of(
        CliContext context,
        SuggestSource source,
        TargetProfile? asked,
        PolicyProgram program
    )
    {
        var target = asked ?? source.Host;
        if (
            source.Recording is null
            || RecordedMix.Of(source.Workload, target.Cores) is not { } mix
            || MixFit.Problem(mix, target) is not null
        )
            return null;

        var progress = new ProgressLine(context);
        var comparison = Simulator.Compare(
            mix,
            target,
            [program],
            0,
            part => progress.Show(() => Invariant($"simulated {part * 100:0} %")),
            context.Interrupt
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
                yield return string.Join(", ", Noticed);

            if (Unknown.Length > 0)
                yield return $"nothing is known of {string.Join(", ", Unknown)}, whose runs ended unfinished";

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

/// <summary>Suggests a policy, and tries it in a model.</summary>
/// <param name="context">Where the command runs.</param>
/// <param name="source">What ran.</param>
/// <param name="asked">Where the policy is to hold; null for where it ran.</param>
/// <param name="objective">A time to keep, or null.</param>
internal sealed class SuggestionTrial(CliContext context, SuggestSource source, TargetProfile? asked, string? objective)
{
    private readonly TargetProfile _target = asked ?? source.Host;

    /// <summary>A suggestion, and what it does in the model; null where nothing could be played.</summary>
    public (Suggestion Suggestion, SimulatedEffect? Effect) Choose()
    {
        var request = new SuggestionRequest(_target, source.Name, source.Dbms, objective) { Notes = source.Notes };
        var first = PolicySuggester.Suggest(source.Workload, request);
        if (EffectOf(first) is not { } effect)
            return (first, null);

        var told = request with { Notes = request.Notes.Add(effect.Sentence) };
        return (PolicySuggester.Suggest(source.Workload, told), effect);
    }

    /// <summary>The program of a suggested text; null where it does not hold on a target.</summary>
    public static PolicyProgram? Compile(string text, TargetProfile target) =>
        PolicyReader.Check(text, "suggested.rgp", target).Policy is { } policy
            ? PolicyProgram.Compile(policy, target)
            : null;

    private SimulatedEffect? EffectOf(Suggestion suggestion) =>
        suggestion.Text is { } text && Compile(text, _target) is { } program
            ? SimulatedEffect.Of(context, source, asked, program)
            : null;
}
