using NodaTime;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Tests.Classify;

/// <summary>Random policies over all types of signals, and random values that often hit their constants.</summary>
internal sealed class RandomPolicies(Random random)
{
    private static readonly string[] Texts = ["", "a", "A", "ab", "aB", "Éa", "éA", "abc", "%", "a_c"];
    private static readonly string[] Patterns =
    [
        "%",
        "a%",
        "%a",
        "_",
        "a_%",
        "%É%",
        "",
        "a%c",
        "%%b",
        "A_C",
        "a!_%",
        "!%",
    ];

    private static readonly Signal[] Signals =
    [
        .. new[]
        {
            "session.app",
            "session.login",
            "statement.kind",
            "statement.tables",
            "plan.shape",
            "plan.working_set",
            "plan.writes",
            "plan.cost",
            "request.elapsed",
            "history.mean_elapsed",
            "dbms.version",
        }.Select(SignalCatalog.Get),
    ];

    private static readonly Window Window = new(
        "w",
        [.. Enum.GetValues<IsoDayOfWeek>().Where(day => day != IsoDayOfWeek.None)],
        new LocalTime(8, 0),
        new LocalTime(18, 0),
        DateTimeZone.Utc,
        default
    );

    public Policy Policy() => Policy(random.Next(1, 6));

    public Policy Policy(int classes)
    {
        var builder = new PolicyBuilder()
            .Pool("a", PolicyBuilder.Weight(100))
            .Pool("b", PolicyBuilder.Weight(10))
            .Window(Window);
        for (var count = classes; count > 0; count--)
            builder.Class("c" + count, random.Next(2) == 0 ? "a" : "b", Condition(2));

        return builder.Default("a").Build();
    }

    public Instant Moment() => Instant.FromUtc(2026, 11, 20, random.Next(24), random.Next(60));

    public void Fill(SignalValues values)
    {
        foreach (var signal in Signals)
        {
            values[signal] = random.Next(4) switch
            {
                0 => SignalValue.Pending,
                1 => SignalValue.Absent,
                _ => Known(signal),
            };
        }
    }

    private Condition Condition(int depth) =>
        (depth == 0 ? 9 : random.Next(12)) switch
        {
            0 or 1 or 2 => PolicyBuilder.And([.. Many(depth - 1)]),
            3 or 4 or 5 => PolicyBuilder.Or([.. Many(depth - 1)]),
            6 => PolicyBuilder.Not(Condition(depth - 1)),
            7 => new DuringCondition(Window, "during w", default),
            8 => PolicyBuilder.Known(Pick(Signals).Name),
            _ => Atom(Pick(Signals)),
        };

    private List<Condition> Many(int depth) =>
        Enumerable.Range(0, random.Next(2, 4)).Select(_ => Condition(depth)).ToList();

    private Condition Atom(Signal signal) =>
        signal.Type switch
        {
            SignalType.Set => new ContainsCondition(
                signal,
                [.. Enumerable.Range(0, random.Next(1, 3)).Select(_ => Text())],
                "contains",
                default
            ),
            SignalType.Text when random.Next(3) == 0 => new LikeCondition(
                signal,
                TextPattern.Read(Pick(Patterns), random.Next(2) == 0, escape: '!')!,
                "like",
                default
            ),
            SignalType.Text or SignalType.Enum or SignalType.Bool when random.Next(2) == 0 => new InCondition(
                signal,
                [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => Constant(signal))],
                "in",
                default
            ),
            SignalType.Text or SignalType.Enum or SignalType.Bool => new ComparisonCondition(
                signal,
                random.Next(2) == 0 ? ComparisonOperator.Equal : ComparisonOperator.NotEqual,
                Constant(signal),
                "=",
                default
            ),
            _ => random.Next(4) switch
            {
                0 => new BetweenCondition(signal, Constant(signal), Constant(signal), "between", default),
                1 => new InCondition(signal, [Constant(signal), Constant(signal)], "in", default),
                _ => new ComparisonCondition(
                    signal,
                    (ComparisonOperator)random.Next(6),
                    Constant(signal),
                    "<",
                    default
                ),
            },
        };

    private Constant Constant(Signal signal) =>
        signal.Type switch
        {
            SignalType.Text => Text(),
            SignalType.Enum => new WordConstant("w", random.Next(signal.Words.Length)),
            SignalType.Bool => new BoolConstant(random.Next(2) == 0),
            SignalType.Version => new VersionConstant(Version()),
            _ => new NumberConstant(new Rational(random.Next(-2, 30), Pick([1, 2, 3, 7]))),
        };

    private TextConstant Text() => new(Pick(Texts), random.Next(2) == 0);

    private SignalValue Known(Signal signal) =>
        signal.Type switch
        {
            SignalType.Text => SignalValue.Of(Pick(Texts)),
            SignalType.Set => SignalValue.Of([.. Enumerable.Range(0, random.Next(3)).Select(_ => Pick(Texts))]),
            SignalType.Enum => SignalValue.Of(random.Next(signal.Words.Length)),
            SignalType.Bool => SignalValue.Of(random.Next(2) == 0),
            SignalType.Version => SignalValue.OfVersion(Version()),
            _ => SignalValue.Of(random.Next(30) / Pick([1m, 2m, 3m, 7m])),
        };

    private ImmutableArray<long> Version() =>
        [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => (long)random.Next(3))];

    private T Pick<T>(T[] items) => items[random.Next(items.Length)];
}
