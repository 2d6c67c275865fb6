using System.Numerics;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Numbers;

/// <summary>
/// The numbers that a signal is compared with, and those that it can have. Between two constants of
/// these limits there is always a value of at most 28 digits, which is what the engine computes with: nothing that is
/// proved or shown has to be rounded.
/// </summary>
internal static class SignalNumbers
{
    private const int WholeZeros = 24;
    private const int Zeros = 15;
    private const int FinestPart = 1_000_000;
    private const int MostDigits = 28;

    private static readonly Rational MostWhole = BigInteger.Pow(10, WholeZeros);
    private static readonly Rational Most = BigInteger.Pow(10, Zeros);
    private static readonly BigInteger Digits = BigInteger.Pow(10, MostDigits);

    /// <summary>The greatest value that a signal of a type has, or null where there is none:
    /// percentages are shares of the time.</summary>
    public static Rational? MostOf(SignalType type) => type == SignalType.Percent ? 100 : null;

    /// <summary>What is wrong with a number that a signal is compared with; null where nothing is.</summary>
    public static string? ProblemOfConstant(Signal signal, Rational number)
    {
        var isWhole = IsWhole(signal.Type);
        var most = isWhole ? MostWhole : Most;
        if (number > most || -number > most)
        {
            return $"This number is too large: `{signal.Name}` is compared with at most "
                + $"10^{(isWhole ? WholeZeros : Zeros)}{UnitOf(signal.Type)}.";
        }

        return isWhole || number.Denominator <= FinestPart
            ? null
            : $"This number is too fine: `{signal.Name}` is compared with at most 6 decimals{In(signal.Type)}, or "
                + "with a fraction whose "
                + $"denominator is at most {FinestPart}. Round it.";
    }

    /// <summary>What is wrong with a number that a policy test gives; null where nothing is. Sizes that are computed
    /// are rounded later.</summary>
    public static string? ProblemOfValue(Signal signal, Rational number)
    {
        if (MostOf(signal.Type) is { } most && number > most)
            return $"`{signal.Name}` goes from 0% to {most}%.";

        if (number >= Digits)
        {
            return $"This number is too large: a value of `{signal.Name}` is below "
                + $"10^{MostDigits}{UnitOf(signal.Type)}.";
        }

        if (IsWhole(signal.Type))
            return null;

        var scaled = number;
        for (var decimals = 0; decimals < MostDigits && scaled < Digits && !scaled.IsWhole; decimals++)
            scaled *= 10;

        return scaled.IsWhole && scaled < Digits
            ? null
            : $"A value of `{signal.Name}` has at most {MostDigits} digits{In(signal.Type)}: round it.";
    }

    private static bool IsWhole(SignalType type) => type is SignalType.Bytes or SignalType.Count;

    private static string UnitOf(SignalType type) =>
        type switch
        {
            SignalType.Bytes => " bytes",
            SignalType.BytesPerSecond => " bytes per second",
            SignalType.Duration => " seconds",
            SignalType.Percent => " %",
            _ => "",
        };

    private static string In(SignalType type) =>
        type switch
        {
            SignalType.Bytes => " in bytes",
            SignalType.BytesPerSecond => " in bytes per second",
            SignalType.Duration => " in seconds",
            _ => "",
        };
}
