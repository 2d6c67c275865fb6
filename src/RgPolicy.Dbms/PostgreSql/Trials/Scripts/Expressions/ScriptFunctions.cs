using System.Collections.Frozen;
using System.Collections.Immutable;

namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>pgbench's functions [PostgreSQL documentation, pgbench, Built-In Functions].</summary>
internal static class ScriptFunctions
{
    private const int Many = 100;

    private static readonly FrozenDictionary<string, ScriptFunction> All = new ScriptFunction[]
    {
        Numeric("abs", Math.Abs, Math.Abs),
        Floating("double", value => value),
        Floating("exp", Math.Exp),
        Floating("ln", Math.Log),
        Floating("sqrt", Math.Sqrt),
        new("pi", 0, 0, (_, _) => ScriptValue.Of(Math.PI)),
        new("int", 1, 1, (_, a) => Known(a, () => ScriptValue.Of(Whole(a[0])))),
        new("power", 2, 2, (_, a) => Known(a, () => ScriptValue.Of(Math.Pow(Number(a[0]), Number(a[1]))))),
        new("pow", 2, 2, (_, a) => Known(a, () => ScriptValue.Of(Math.Pow(Number(a[0]), Number(a[1]))))),
        new("mod", 2, 2, (_, a) => ScriptOperators.Remainder(a)),
        new("least", 1, Many, (_, a) => Known(a, () => a.MinBy(Number))),
        new("greatest", 1, Many, (_, a) => Known(a, () => a.MaxBy(Number))),
        Drawn("random", 2, (r, low, high, _) => ScriptDraws.Uniform(r, low, high)),
        Drawn("random_exponential", 3, ScriptDraws.Exponential),
        Drawn("random_gaussian", 3, ScriptDraws.Gaussian),
        Drawn("random_zipfian", 3, ScriptDraws.Zipfian),
        Hashed("hash", ScriptHashes.Murmur2),
        Hashed("hash_murmur2", ScriptHashes.Murmur2),
        Hashed("hash_fnv1a", ScriptHashes.Fnv1a),
        new("permute", 2, 3, (_, a) => Known(a, () => ScriptValue.Of(Permuted(a)))),
    }.ToFrozenDictionary(each => each.Name, StringComparer.OrdinalIgnoreCase);

    /// <summary>Their names, for a message.</summary>
    public static string Names => string.Join(", ", All.Keys.Order(StringComparer.Ordinal));

    /// <summary>The function of a name, in any case.</summary>
    public static ScriptFunction? Find(string name) => All.GetValueOrDefault(name);

    /// <summary>A number of any kind.</summary>
    public static double Number(ScriptValue value) =>
        value.Kind is ScriptValueKind.Whole or ScriptValueKind.Floating
            ? value.Floating
            : throw new ArgumentException("a number is wanted");

    /// <summary>A whole number; a floating one is rounded.</summary>
    public static long Whole(ScriptValue value)
    {
        if (value.Kind == ScriptValueKind.Whole)
            return value.Whole;
        var rounded = Math.Round(Number(value), MidpointRounding.ToEven);
        // 2^63 has no place in 64 bits.
        return rounded is >= long.MinValue and < -(double)long.MinValue ? (long)rounded : throw new OverflowException();
    }

    /// <summary>The value, or null where an argument is null.</summary>
    public static ScriptValue Known(ImmutableArray<ScriptValue> arguments, Func<ScriptValue> value) =>
        arguments.Any(each => each.Kind == ScriptValueKind.Null) ? ScriptValue.Null : value();

    private static ScriptFunction Numeric(string name, Func<long, long> whole, Func<double, double> floating) =>
        new(
            name,
            1,
            1,
            (_, a) =>
                Known(
                    a,
                    () =>
                        a[0].Kind == ScriptValueKind.Whole
                            ? ScriptValue.Of(whole(a[0].Whole))
                            : ScriptValue.Of(floating(Number(a[0])))
                )
        );

    private static ScriptFunction Floating(string name, Func<double, double> of) =>
        new(name, 1, 1, (_, a) => Known(a, () => ScriptValue.Of(of(Number(a[0])))));

    private static ScriptFunction Drawn(string name, int count, Func<Random, long, long, double, long> draw) =>
        new(
            name,
            count,
            count,
            (random, a) =>
                Known(a, () => ScriptValue.Of(draw(random, Whole(a[0]), Whole(a[1]), a.Length > 2 ? Number(a[2]) : 0)))
        );

    private static ScriptFunction Hashed(string name, Func<long, long, long> hash) =>
        new(name, 1, 2, (_, a) => Known(a, () => ScriptValue.Of(hash(Whole(a[0]), a.Length > 1 ? Whole(a[1]) : 0))));

    private static long Permuted(ImmutableArray<ScriptValue> a) =>
        ScriptHashes.Permute(Whole(a[0]), Whole(a[1]), a.Length > 2 ? Whole(a[2]) : 0);
}
