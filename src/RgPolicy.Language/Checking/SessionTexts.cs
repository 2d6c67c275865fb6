using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Checking;

/// <summary>The texts that a condition compares signals of the session with.</summary>
internal static class SessionTexts
{
    public static IEnumerable<(AtomCondition Atom, TextConstant Text)> Of(Condition condition) =>
        condition switch
        {
            AndCondition and => and.Operands.SelectMany(Of),
            OrCondition or => or.Operands.SelectMany(Of),
            NotCondition not => Of(not.Operand),
            AtomCondition { Signal.Phase: SignalPhase.Session } atom => TextsOf(atom).Select(text => (atom, text)),
            _ => [],
        };

    private static IEnumerable<TextConstant> TextsOf(AtomCondition atom) =>
        atom switch
        {
            ComparisonCondition { Value: TextConstant text } => [text],
            LikeCondition like => [new TextConstant(like.Pattern.Units, like.Pattern.Exactly)],
            InCondition within => within.Values.OfType<TextConstant>(),
            _ => [],
        };
}
