using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Classify.Index;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Signals.Scales;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Tests.Classify.Index;

public sealed class ArmEntryTests
{
    private static readonly Signal[] Signals =
    [
        .. new[] { "plan.rows", "plan.cost", "plan.dop", "request.elapsed" }.Select(SignalCatalog.Get),
    ];

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void MayHold_AnyNumbers_NeverRulesOutWhatHoldsAndDecidesRightly(int seed)
    {
        var random = new Random(seed);
        var (decided, left, ruledOut) = (0, 0, 0);
        for (var round = 0; round < 20_000; round++)
        {
            var ranges = Enumerable
                .Range(0, random.Next(0, 5))
                .Select(_ => (Signal: Signals[random.Next(Signals.Length)], Range: DrawRange(random)))
                .ToList();
            var (entry, slots) = Compile(ranges);
            var values = Draw(random);
            var holds = ranges.All(pair =>
                values[pair.Signal].IsKnown && pair.Range.Contains(values[pair.Signal].Number)
            );
            var question = new Question([], values, default, slots.Inexact(values));

            var mayHold = entry.MayHold(values.Keys, question.Slack);
            var decides = mayHold && entry.Decides(values.Keys, question.Inexact);

            Assert.True(mayHold || !holds);
            Assert.True(!decides || holds);
            decided += decides ? 1 : 0;
            left += mayHold && !decides ? 1 : 0;
            ruledOut += mayHold ? 0 : 1;
        }

        Assert.All(new[] { decided, left, ruledOut }, count => Assert.True(count > 1_000));
    }

    private static (ArmEntry Entry, Slots Slots) Compile(List<(Signal Signal, NumberRange Range)> ranges)
    {
        var collector = new SlotCollector();
        Literal[] literals =
        [
            .. ranges.Select(pair => new Literal(new RangeAtom("", pair.Signal, pair.Range), IsNegated: false)),
        ];
        Array.ForEach(literals, literal => collector.Add(literal.Condition));
        var slots = collector.Build();
        return (new ArmEntry(0, new ArmCompiler(collector, slots).Compile(0, [.. literals]), slots), slots);
    }

    // Few numbers, many of them ends of ranges, some so close to others that doubles cannot tell them apart.
    private static decimal DrawNumber(Random random) =>
        random.Next(4) switch
        {
            0 => random.Next(-3, 10),
            1 => random.Next(-3, 10) + (random.Next(-1, 2) * 0.0000000000000000000000001m),
            2 => random.Next(-30, 100) / 10m,
            _ => 10_000_000_000_000_000m + random.Next(-3, 10),
        };

    private static NumberRange DrawRange(Random random)
    {
        var (one, other) = (DrawNumber(random), DrawNumber(random));
        var (low, high) = (Math.Min(one, other), Math.Max(one, other));
        return new NumberRange(
            random.Next(4) == 0 ? null : low,
            random.Next(4) == 0 ? null : high,
            random.Next(2) == 0,
            random.Next(2) == 0,
            random.Next(8) == 0
        );
    }

    private static SignalValues Draw(Random random)
    {
        var values = new SignalValues();
        var isWhole = random.Next(2) == 0;
        foreach (var signal in Signals)
        {
            values[signal] =
                random.Next(12) == 0
                    ? SignalValue.Absent
                    : SignalValue.Of(isWhole ? random.Next(-3, 10) : DrawNumber(random));
        }

        return values;
    }
}
