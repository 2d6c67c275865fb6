using System.Globalization;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Fetching;

/// <summary>
/// What a statement is where the values of its parameters make it read little, and where they are as the server
/// guesses. Earlier executions decide; without any the shape is unknown.
/// </summary>
/// <param name="Narrow">The plan where it reads little.</param>
/// <param name="Guessed">The plan by the server's guess.</param>
internal sealed record PlanChoice(PlanFacts Narrow, PlanFacts Guessed)
{
    private const double FewBuffers = 1_000;

    /// <summary>What decides how much it reads.</summary>
    public string DependsOn { get; init; } = "a range between two parameters";

    /// <summary>The plan, as far as earlier executions tell.</summary>
    public PlanFacts Decide(HistoryFacts? history) =>
        history?.MeanBuffers switch
        {
            null => Guessed.Profile?.Shape == PlanShape.Oltp ? Guessed : Undecided("no earlier execution tells"),
            <= FewBuffers and var few => Known(Narrow, few),
            var many when Guessed.Profile?.Shape != PlanShape.Oltp => Known(Guessed, many.Value),
            var many => Undecided(
                $"its executions look at {Number(many.Value)} buffers on average, more than such a plan would"
            ),
        };

    private PlanFacts Known(PlanFacts facts, double buffers) =>
        facts.Profile is not { } profile
            ? facts
            : PlanFacts.Known(
                profile with
                {
                    ShapeProvenance = Provenance.Inferred,
                    Reason =
                        $"{profile.Reason}; {DependsOn} decides, and its executions look at {Number(buffers)} "
                        + "buffers on average",
                },
                facts.Source
            );

    private PlanFacts Undecided(string why) =>
        PlanFacts.Known(
            new PlanProfile
            {
                Shape = PlanShape.Unknown,
                ShapeProvenance = Provenance.Inferred,
                Reason = $"how much it reads depends on {DependsOn}, and {why}",
                Tables = Guessed.Profile?.Tables ?? [],
            },
            Guessed.Source
        );

    private static string Number(double buffers) => buffers.ToString("N0", CultureInfo.InvariantCulture);
}
