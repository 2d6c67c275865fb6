using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Signals.Scales;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Testing;

/// <summary>Turns the constants that a policy test gives into signal values.</summary>
internal static class GivenValues
{
    public static SignalValue ToValue(GivenSignal given)
    {
        if (given.Signal.Type == SignalType.Set)
            return SignalValue.Of([.. given.Values.OfType<TextConstant>().Select(text => text.Value)]);

        return given.Values[0] switch
        {
            TextConstant text => SignalValue.Of(text.Value),
            WordConstant word => SignalValue.Of(word.Index),
            BoolConstant flag => SignalValue.Of(flag.Value),
            VersionConstant version => SignalValue.OfVersion(version.Parts),
            NumberConstant number => SignalValue.Of(Nearest(number.Value, given.Signal.Type)),
            var other => throw new NotSupportedException(
                $"A constant of type {other.GetType().Name} is not a value of a signal."
            ),
        };
    }

    /// <summary>The part of a class's calls that is late: 0 to 1.</summary>
    public static KeyValuePair<string, double> ToLate(GivenLateness given) =>
        new(given.Class, given.Percent.ToDouble() / 100);

    /// <summary>
    /// Bytes and counts are whole, so a fraction such as <c>host.llc / 3</c> becomes the nearest whole
    /// number; all others are decimals that fit, or the test has an error.
    /// </summary>
    private static decimal Nearest(Rational number, SignalType type) =>
        NearestDecimal.NotAbove(SignalDomain.IsWhole(type) ? (number + new Rational(1, 2)).Floor() : number)
        ?? throw new ArgumentOutOfRangeException(nameof(number), "A value of a signal is 0 or more.");
}
