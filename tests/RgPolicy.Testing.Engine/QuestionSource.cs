using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Testing.Engine;

/// <summary>
/// Draws questions for a drawn policy: nine in ten are what some class asks for, each class as often as
/// any other, the tenth is for no class in particular.
/// </summary>
internal sealed class QuestionSource(Random random, DrawnPolicy policy, ClassSource source)
{
    /// <summary>A value for each signal that classes ask about: a text, a word or a decimal.</summary>
    /// <param name="wanted">The class that asks for it, or null for none.</param>
    public Dictionary<Signal, object> Next(DrawnClass? wanted)
    {
        var question = ClassSource.Signals.ToDictionary(
            signal => signal,
            signal => wanted is null && signal.Type == SignalType.Text ? "nobody" : source.Anything(signal)
        );
        foreach (var atom in wanted?.Atoms ?? [])
            question[atom.Signal] = atom.Hit;

        return question;
    }

    public Dictionary<Signal, object> Next() =>
        Next(random.Next(10) == 0 ? null : policy.Classes[random.Next(policy.Classes.Length)]);

    /// <summary>The question as the engine takes it.</summary>
    public static void Fill(SignalValues values, Dictionary<Signal, object> question)
    {
        SignalMapper.Reset(values, TargetProfile.Generic);
        foreach (var (signal, value) in question)
            values[signal] = ValueOf(signal, value);
    }

    /// <summary>A value as the engine takes it.</summary>
    public static SignalValue ValueOf(Signal signal, object value) =>
        value switch
        {
            decimal number => SignalValue.Of(number),
            string word when signal.Type == SignalType.Enum => SignalValue.Of(signal.Words.IndexOf(word)),
            _ => SignalValue.Of((string)value),
        };
}
