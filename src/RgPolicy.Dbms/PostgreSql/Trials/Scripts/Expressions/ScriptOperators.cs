using System.Collections.Immutable;

namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>pgbench's operators.</summary>
internal static class ScriptOperators
{
    private const int Bits = 64;

    // From what binds least.
    private static readonly ImmutableArray<ImmutableArray<ScriptFunction>> Levels =
    [
        [
            Two("<", Ordered(order => order < 0)),
            Two("<=", Ordered(order => order <= 0)),
            Two("<>", Ordered(Differs)),
            Two("!=", Ordered(Differs)),
            Two(">", Ordered(order => order > 0)),
            Two(">=", Ordered(order => order >= 0)),
            Two("=", Ordered(order => order == 0)),
        ],
        [
            Two("|", Bitwise((a, b) => a | b)),
            Two("#", Bitwise((a, b) => a ^ b)),
            Two("&", Bitwise((a, b) => a & b)),
            Two("<<", Bitwise((a, b) => b is >= 0 and < Bits ? a << (int)b : 0)),
            Two(">>", Bitwise((a, b) => a >> (int)Math.Clamp(b, 0, Bits - 1))),
        ],
        [
            Two("+", Arithmetic((a, b) => checked(a + b), (a, b) => a + b)),
            Two("-", Arithmetic((a, b) => checked(a - b), (a, b) => a - b)),
        ],
        [
            Two("*", Arithmetic((a, b) => checked(a * b), (a, b) => a * b)),
            Two("/", Arithmetic((a, b) => a / b, (a, b) => a / b)),
            Two("%", (_, a) => Remainder(a)),
        ],
    ];

    /// <summary>How many levels of binding there are.</summary>
    public static int LevelCount => Levels.Length;

    /// <summary>NOT.</summary>
    public static ScriptFunction Not { get; } =
        new("not", 1, 1, (_, a) => ScriptFunctions.Known(a, () => ScriptValue.Of(a[0].Truth() == false)));

    /// <summary>The sign.</summary>
    public static ScriptFunction Negative { get; } =
        new(
            "-",
            1,
            1,
            (_, a) => Arithmetic((x, y) => checked(x - y), (x, y) => x - y)(Random.Shared, [ScriptValue.Of(0L), a[0]])
        );

    /// <summary>All bits the other way.</summary>
    public static ScriptFunction Complement { get; } =
        new("~", 1, 1, (_, a) => ScriptFunctions.Known(a, () => ScriptValue.Of(~ScriptFunctions.Whole(a[0]))));

    /// <summary>IS: the same, null too.</summary>
    public static ScriptFunction Is { get; } =
        Two("is", (_, a) => ScriptValue.Of(a[0].Kind == a[1].Kind && a[0].Whole == a[1].Whole));

    /// <summary>The operator of a level, or null.</summary>
    public static ScriptFunction? Find(int level, string name) =>
        Levels[level].FirstOrDefault(each => each.Name == name);

    /// <summary>What a division leaves.</summary>
    public static ScriptValue Remainder(ImmutableArray<ScriptValue> a) =>
        ScriptFunctions.Known(
            a,
            () =>
            {
                var (of, by) = (ScriptFunctions.Whole(a[0]), ScriptFunctions.Whole(a[1]));
                return ScriptValue.Of(by == -1 ? 0 : of % by);
            }
        );

    private static ScriptFunction Two(string name, Func<Random, ImmutableArray<ScriptValue>, ScriptValue> call) =>
        new(name, 2, 2, call);

    private static bool Differs(int order) => order != 0;

    private static Func<Random, ImmutableArray<ScriptValue>, ScriptValue> Ordered(Func<int, bool> holds) =>
        (_, a) =>
            ScriptFunctions.Known(
                a,
                () =>
                    ScriptValue.Of(
                        holds(
                            AreWhole(a)
                                ? a[0].Whole.CompareTo(a[1].Whole)
                                : ScriptFunctions.Number(a[0]).CompareTo(ScriptFunctions.Number(a[1]))
                        )
                    )
            );

    private static Func<Random, ImmutableArray<ScriptValue>, ScriptValue> Bitwise(Func<long, long, long> of) =>
        (_, a) =>
            ScriptFunctions.Known(
                a,
                () => ScriptValue.Of(of(ScriptFunctions.Whole(a[0]), ScriptFunctions.Whole(a[1])))
            );

    private static Func<Random, ImmutableArray<ScriptValue>, ScriptValue> Arithmetic(
        Func<long, long, long> whole,
        Func<double, double, double> floating
    ) =>
        (_, a) =>
            ScriptFunctions.Known(
                a,
                () =>
                    AreWhole(a)
                        ? ScriptValue.Of(whole(a[0].Whole, a[1].Whole))
                        : ScriptValue.Of(floating(ScriptFunctions.Number(a[0]), ScriptFunctions.Number(a[1])))
            );

    private static bool AreWhole(ImmutableArray<ScriptValue> a) =>
        a[0].Kind == ScriptValueKind.Whole && a[1].Kind == ScriptValueKind.Whole;
}
