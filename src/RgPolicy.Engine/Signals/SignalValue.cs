using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Signals;

/// <summary>
/// The value of one signal. Numbers are in the base unit of the signal's type (bytes, bytes/s, seconds,
/// percent); an enum is the index of its word; a bool is 0 or 1; text and sets are references.
/// </summary>
internal readonly record struct SignalValue
{
    // Whole numbers below this are doubles without loss.
    private const double ExactLimit = 1L << 49;

    private SignalValue(decimal number)
    {
        State = SignalState.Known;
        Number = number;
        Key = (double)number;
        HasExactKey = IsExact(number, Key);
    }

    private SignalValue(int number)
    {
        State = SignalState.Known;
        Number = number;
        Key = number;
        HasExactKey = true;
    }

    private SignalValue(SignalState state, object? reference)
    {
        State = state;
        Reference = reference;
        HasExactKey = true;
    }

    /// <summary>Unknown now, but it will come; also the default value.</summary>
    public static SignalValue Pending => default;

    /// <summary>Unknown for good.</summary>
    public static SignalValue Absent => new(SignalState.Absent, null);

    /// <summary>Whether it is known.</summary>
    public SignalState State { get; }

    /// <summary>True when the value is known.</summary>
    public bool IsKnown => State == SignalState.Known;

    /// <summary>The number, the enum word's index, or 0 and 1 for a bool.</summary>
    public decimal Number { get; }

    /// <summary>The text of a text signal; empty for other types.</summary>
    public string Text => Interned.Value;

    /// <summary>The texts of a set signal; empty for other types.</summary>
    public ImmutableArray<string> Set => Reference is ImmutableArray<string> set ? set : [];

    /// <summary>The parts of a version signal; empty for other types.</summary>
    public ImmutableArray<long> Version => Reference is ImmutableArray<long> parts ? parts : [];

    /// <summary>The number as a double, a few units in the last place off at most: fast to compare, exact only where it
    /// is far from the other.</summary>
    internal double Key { get; }

    /// <summary>The key is the number.</summary>
    internal bool HasExactKey { get; }

    /// <summary>The text, once per content; empty for other types.</summary>
    internal InternedText Interned => Reference as InternedText ?? InternedText.Empty;

    private object? Reference { get; }

    /// <summary>Whether the nearest double of a number is certainly the number itself; true for all but
    /// huge whole numbers.</summary>
    internal static bool IsExact(decimal number, double key) =>
        Math.Abs(key) < ExactLimit && Math.Floor(key) == key && (decimal)key == number;

    /// <summary>Certainly the same; false for equal values too, where telling would cost more than it saves.</summary>
    internal bool IsSameAs(in SignalValue other) =>
        State == other.State && Reference == other.Reference && Key == other.Key && Number == other.Number;

    /// <summary>A known number.</summary>
    public static SignalValue Of(decimal number) => new(number);

    /// <summary>A known whole number or enum word index: the same as by way of a decimal, faster.</summary>
    public static SignalValue Of(int number) => new(number);

    /// <summary>A known bool.</summary>
    public static SignalValue Of(bool value) => new(value ? 1 : 0);

    /// <summary>A known text; it is interned when it is first seen.</summary>
    public static SignalValue Of(string text) => new(SignalState.Known, InternedText.Of(text));

    /// <summary>A known set.</summary>
    public static SignalValue Of(ImmutableArray<string> set) => new(SignalState.Known, set);

    /// <summary>A known version.</summary>
    public static SignalValue OfVersion(ImmutableArray<long> parts) => new(SignalState.Known, parts);
}

/// <summary>
/// What values a signal can have, wherever they come from: none is negative, bytes and counts are whole, and
/// percentages at most 100, as the proofs take them.
/// </summary>
internal static class SignalDomain
{
    private const decimal MostPercent = 100;

    /// <summary>True where values are whole numbers.</summary>
    public static bool IsWhole(SignalType type) => type is SignalType.Bytes or SignalType.Count;

    /// <summary>Whether a signal of a type can have a value.</summary>
    public static bool Contains(SignalType type, decimal number) =>
        number >= 0
        && (!IsWhole(type) || decimal.IsInteger(number))
        && (type != SignalType.Percent || number <= MostPercent);

    /// <summary>A figure that was measured or estimated: rounded where the signal is whole; absent where it is missing
    /// or cannot be.</summary>
    public static SignalValue Of(SignalType type, decimal? figure) =>
        figure is { } number and >= 0
            ? SignalValue.Of(IsWhole(type) ? decimal.Round(number, MidpointRounding.AwayFromZero) : number)
            : SignalValue.Absent;
}

/// <summary>Whether a signal is known.</summary>
internal enum SignalState : byte
{
    /// <summary>Unknown now, but it will come.</summary>
    Pending,

    /// <summary>Unknown, and it cannot come any more.</summary>
    Absent,

    /// <summary>Known.</summary>
    Known,
}
