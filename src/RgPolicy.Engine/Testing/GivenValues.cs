using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Signals;
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
        {
            return SignalValue.Of([.. given.Values.OfType<TextConstant>().Select(text => text.Value)]);
        }

        return given.Values[0] switch
        {
            TextConstant text => SignalValue.Of(text.Value),
            WordConstant word => SignalValue.Of(word.Index),
            BoolConstant flag => SignalValue.Of(flag.Value),
            VersionConstant version => SignalValue.OfVersion(version.Parts),
            NumberConstant number => SignalValue.Of(Nearest(number.Value)),
            var other => throw new NotSupportedException($"A constant of type {other.GetType().Name} is no value of a signal."),
        };
    }

    /// <summary>A signal is a decimal: a constant that is none becomes the greatest decimal that is not above it.</summary>
    private static decimal Nearest(Rational number) => NearestDecimal.NotAbove(number) ?? decimal.MinValue;
}
