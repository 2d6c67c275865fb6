using RgPolicy.Engine.Objectives;
using RgPolicy.Engine.Tests.Building;

namespace RgPolicy.Engine.Tests.Objectives;

/// <summary>What a controller does, act by act, while lateness is drawn: at its bounds, beside them, and not
/// known.</summary>
public sealed class ControllerBaselineTests
{
    private static readonly DateTimeOffset Start = new(2026, 11, 21, 9, 0, 0, TimeSpan.Zero);
    private static readonly ObjectiveOptions Options = new();

    // Allowed are 5 %: violated above 5.5 %, comfortable below 2.5 %.
    private static readonly double?[] Late = [0.0, 0.0249, 0.025, 0.0251, 0.05, 0.0549, 0.055, 0.0551, 0.2, 0.9, null];

    [Fact]
    public void Step_DrawnLateness_ActsAsWritten() =>
        Baseline.Check("controller.txt", Enumerable.Range(1, 6).SelectMany(Acts));

    private static IEnumerable<string> Acts(int seed)
    {
        var random = new Random(seed);
        var controller = new ObjectiveController(0.05, [3, 2, 1], Options);
        var (now, lately, lasting) = (Start, Late[0], Late[0]);
        yield return $"== {seed}";
        for (var step = 0; step < 4_000; step++)
        {
            now = now.AddSeconds(1);
            if (random.Next(15) == 0)
            {
                lately = Late[random.Next(Late.Length)];
                lasting = random.Next(3) == 0 ? Late[random.Next(Late.Length)] : lately;
            }

            var act = controller.Step(now, lately, lasting, random.Next(8) > 0);
            if (act != ControlAct.None)
            {
                yield return Text(
                    $"    {step} s {act} {controller.LastKnob}: {string.Join(' ', controller.Levels)}{(controller.IsTrying ? " tries" : "")} at {lately} {lasting}"
                );
            }

            if (step % 500 == 499)
            {
                // Two knobs change their places, and one is new.
                controller = controller.After([2, 3, 2], [controller.Levels[1], controller.Levels[0], 0], [1, 0, -1]);
                yield return Text($"    {step} s after: {string.Join(' ', controller.Levels)} {controller.LastKnob}");
            }
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
