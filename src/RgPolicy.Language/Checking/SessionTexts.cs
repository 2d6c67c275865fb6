using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Checking;

/// <summary>The texts that a condition compares signals of the session with.</summary>
internal static class SessionTexts
{
    public static IEnumerable<(AtomCondition Atom, TextConstant Text)> Of(Condition condition) =>
        from atom in condition.Atoms()
        where atom.Signal.Phase == SignalPhase.Session
        from text in TextsOf(atom)
        select (atom, text);

    private static IEnumerable<TextConstant> TextsOf(AtomCondition atom) =>
        atom switch
        {
            ComparisonCondition { Value: TextConstant text } => [text],
            LikeCondition like => [new TextConstant(like.Pattern.Units, like.Pattern.Exactly)],
            InCondition within => within.Values.OfType<TextConstant>(),
            _ => [],
        };
}
