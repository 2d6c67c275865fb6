using System.Collections.Immutable;
using System.Globalization;

namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>A value of a script: null, true or false, a whole number of 64 bits, or a floating one.</summary>
internal readonly record struct ScriptValue(ScriptValueKind Kind, long Whole, double Floating)
{
    /// <summary>No value.</summary>
    public static ScriptValue Null { get; }

    /// <summary>True or false.</summary>
    public static ScriptValue Of(bool value) => new(ScriptValueKind.Truth, value ? 1 : 0, 0);

    /// <summary>A whole number.</summary>
    public static ScriptValue Of(long value) => new(ScriptValueKind.Whole, value, value);

    /// <summary>A floating number.</summary>
    public static ScriptValue Of(double value) => new(ScriptValueKind.Floating, 0, value);

    /// <summary>What a text such as that of an option means; null where it is none of these.</summary>
    public static ScriptValue? Parse(string text) =>
        text.ToUpperInvariant() switch
        {
            "NULL" => Null,
            "TRUE" or "YES" or "ON" => Of(true),
            "FALSE" or "NO" or "OFF" => Of(false),
            _ when long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var whole) =>
                Of(whole),
            _ when double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var floating) => Of(
                floating
            ),
            _ => null,
        };

    /// <summary>Whether it holds: a number other than zero does; null where it is not known.</summary>
    public bool? Truth() => Kind == ScriptValueKind.Null ? null : Whole != 0 || Floating is < 0 or > 0;

    /// <summary>As it stands in a statement.</summary>
    public string Text() =>
        Kind switch
        {
            ScriptValueKind.Null => "NULL",
            ScriptValueKind.Truth => Whole == 0 ? "false" : "true",
            ScriptValueKind.Whole => Whole.ToString(CultureInfo.InvariantCulture),
            _ => Floating.ToString("G15", CultureInfo.InvariantCulture),
        };
}

/// <summary>A function or an operator of scripts.</summary>
/// <param name="Name">As it is written.</param>
/// <param name="Least">The fewest arguments.</param>
/// <param name="Most">The most.</param>
/// <param name="Call">Its value; throws what arithmetic does, and ArgumentException with a reason.</param>
internal sealed record ScriptFunction(
    string Name,
    int Least,
    int Most,
    Func<Random, ImmutableArray<ScriptValue>, ScriptValue> Call
);

/// <summary>Kinds of values.</summary>
internal enum ScriptValueKind
{
    /// <summary>No value.</summary>
    Null,

    /// <summary>True or false.</summary>
    Truth,

    /// <summary>A whole number.</summary>
    Whole,

    /// <summary>A floating number.</summary>
    Floating,
}
