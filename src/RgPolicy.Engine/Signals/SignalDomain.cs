using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Signals;

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
