using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Signals;

/// <summary>What values a signal can have, whoever supplies it: none is negative, and bytes and counts are whole, as the proofs take them.</summary>
internal static class SignalDomain
{
    /// <summary>True where values are whole numbers.</summary>
    public static bool IsWhole(SignalType type) => type is SignalType.Bytes or SignalType.Count;

    /// <summary>A figure that was measured or estimated: rounded where the signal is whole; absent where it is missing or cannot be.</summary>
    public static SignalValue Of(SignalType type, decimal? figure) => figure is { } number and >= 0
        ? SignalValue.Of(IsWhole(type) ? decimal.Round(number, MidpointRounding.AwayFromZero) : number) : SignalValue.Absent;
}
