using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Comparing;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Analysis.Comparing;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;

namespace RgPolicy.Testing.Engine.Differences;

/// <summary>Draws a policy and an edited copy, compares them, and holds the answer against what the engine does at
/// drawn points.</summary>
/// <param name="seed">The same seed draws the same.</param>
/// <param name="byToken">Edits are made in the text, whatever stands there; else in statements, as a
/// DBA makes them.</param>
internal sealed class DifferenceProof(int seed, bool byToken = false)
{
    private const int Points = 30;
    private const int EditsOfOne = 5;
    private const int Attempts = 20;

    private static readonly ImmutableArray<DrawnPoint> ManyPoints = DrawMany();

    private readonly WordSource _words = new(new Random(seed));

    /// <summary>The pairs of one drawn policy, each with what contradicts the answer; empty where
    /// nothing does.</summary>
    public IEnumerable<DifferenceOutcome> Run()
    {
        var source = new WholePolicySource(_words);
        var (policy, before) = (source.Next(), (PolicyProgram?)null);
        for (var attempt = 0; attempt < Attempts && (before = Compile(policy.Text())) is null; attempt++)
            policy = source.Next();

        for (var edit = 0; before is not null && edit < EditsOfOne; edit++)
        {
            if (Edited(policy, source) is var (text, after))
                yield return Judge(policy.Text(), before, text, after);
        }
    }

    private (string Text, PolicyProgram Program)? Edited(EditedPolicy policy, WholePolicySource source)
    {
        if (!byToken)
        {
            var edits = new RandomEdit(_words, source);
            var other = edits.Of(policy);
            other = _words.OneIn(3) ? edits.Of(other) : other;
            return Compile(other.Text()) is { } program ? (other.Text(), program) : null;
        }

        var tokens = new TokenEdit(_words);
        for (var attempt = 0; attempt < Attempts; attempt++)
        {
            var text = tokens.Of(policy.Text());
            if (Compile(text) is { } program)
                return (text, program);
        }

        return null;
    }

    private static PolicyProgram? Compile(string text) =>
        PolicyReader.Check(text, "drawn.rgp", TargetProfile.Generic).Policy is { } bound
            ? PolicyProgram.Compile(bound, TargetProfile.Generic)
            : null;

    private DifferenceOutcome Judge(string policy, PolicyProgram before, string other, PolicyProgram after)
    {
        var found = ProgramComparison.Compare(before, after);
        var differs = Enumerable.Range(0, Points).Any(_ => DiffersAtADrawnPoint(before, after));
        var samples = Samples(found).ToList();
        string? wrong = null;
        if (differs && found.IsEquivalent)
        {
            wrong = "treated otherwise at a drawn point, and said to be equivalent";
        }
        else if (samples.Find(sample => !DiffersAt(before, after, sample)) is { } lie)
        {
            wrong =
                $"the sample {string.Join(' ', lie.Values)} {string.Join(' ', lie.Absent)} {lie.At} is treated alike";
        }
        else if (differs && samples.Count == 0)
        {
            wrong = "treated otherwise at a drawn point, and not said to differ: " + string.Join(", ", found.Undecided);
        }

        wrong ??= new NeverProof(_words).Run(after);

        var text = wrong is null ? "" : $"{wrong}\n{policy}--- becomes ---\n{other}";
        return new DifferenceOutcome(text, differs, found.IsEquivalent, samples.Count == 0 && !found.IsEquivalent);
    }

    /// <summary>The samples that <c>rgp prove</c> may say no with.</summary>
    private static IEnumerable<Sample> Samples(PolicyDifference found) =>
        found
            .Regions.Where(region => region.ChangesLimits)
            .Select(region => region.Sample)
            .Concat(found.Changes.Select(change => change.Sample).OfType<Sample>());

    private static ImmutableArray<DrawnPoint> DrawMany()
    {
        var words = new WordSource(new Random(1));
        return [.. Enumerable.Range(0, 40_000).Select(_ => DrawnPoint.Of(words))];
    }

    private bool DiffersAtADrawnPoint(PolicyProgram before, PolicyProgram after)
    {
        var (point, past) = (DrawnPoint.Of(_words), Past());
        return CarriedOut.Of(before, point, past) != CarriedOut.Of(after, point, past);
    }

    private List<(DrawnPoint Point, TimeSpan After)> Past() =>
        [
            .. Enumerable
                .Range(0, _words.Below(5))
                .Select(_ =>
                    (DrawnPoint.Of(_words), TimeSpan.FromSeconds(_words.Of(new[] { 0, 1, 30, 60, 600, 4000 })))
                ),
        ];

    /// <summary>At the sample itself, and after a past in which it lasted: what states set and how long
    /// they wait shows only then.</summary>
    private static bool DiffersAt(PolicyProgram before, PolicyProgram after, Sample sample)
    {
        var point = DrawnPoint.Of(sample);
        if (!sample.ActiveStates.IsEmpty)
        {
            return CarriedOut.Of(before, point, sample.ActiveStates)
                != CarriedOut.Of(after, point, sample.ActiveStates);
        }

        return Pasts(before, after, point)
            .Any(past => CarriedOut.Of(before, point, past) != CarriedOut.Of(after, point, past));
    }

    private static IEnumerable<List<(DrawnPoint Point, TimeSpan After)>> Pasts(
        PolicyProgram before,
        PolicyProgram after,
        DrawnPoint point
    )
    {
        yield return [];
        yield return [(point, TimeSpan.Zero)];
        var waits = before
            .Policy.States.Concat(after.Policy.States)
            .SelectMany(state => new[] { state.EnterAfter, state.LeaveAfter })
            .Distinct()
            .Order()
            .ToList();
        foreach (var first in waits)
        {
            yield return [(point, TimeSpan.Zero), (point, first)];
            foreach (var second in waits)
                yield return [(point, TimeSpan.Zero), (point, first), (point, TimeSpan.Zero), (point, second)];
        }

        // Left by it: something else was true before. A state that is entered and left by the same
        // moment turns with each look.
        foreach (var entered in Entered(before).Concat(Entered(after)))
        {
            foreach (
                var (wait, looks) in waits
                    .Prepend(TimeSpan.Zero)
                    .SelectMany(wait => Enumerable.Range(1, 3).Select(looks => (wait, looks)))
            )
            {
                foreach (var last in waits)
                {
                    yield return
                    [
                        (entered, TimeSpan.Zero),
                        .. Enumerable.Repeat((entered, wait), looks - 1),
                        (point, TimeSpan.FromDays(1)),
                        (point, last),
                    ];
                }

                yield return
                [
                    (entered, TimeSpan.Zero),
                    .. Enumerable.Repeat((entered, wait), looks),
                    (point, TimeSpan.FromDays(1)),
                ];
            }
        }
    }

    /// <summary>Moments at which states of a policy are entered, as far as many drawn ones show them.</summary>
    private static List<DrawnPoint> Entered(PolicyProgram program) =>
        [
            .. program
                .Policy.States.Select(state => ConditionCompiler.Compile(state.When))
                .SelectMany(when =>
                    ManyPoints.Where(point => when.Evaluate(point.Values, point.At).Value == Truth.True).Take(3)
                ),
        ];
}
