using RgPolicy.Testing.Policies.Text;

namespace RgPolicy.Testing.Policies.Truth;

/// <summary>Kleene's logic over one query, word by word.</summary>
internal static class PlainInterpreter
{
    /// <summary>The index of the class that takes a query; the number of classes stands for <c>default</c>.</summary>
    public static int Classify(PlainPolicy policy, Query query)
    {
        for (var index = 0; index < policy.Classes.Count; index++)
        {
            if (Evaluate(policy.Classes[index].Condition, query) == true)
                return index;
        }

        return policy.Classes.Count;
    }

    /// <summary>True, false, or null for unknown.</summary>
    public static bool? Evaluate(PlainCondition condition, Query query)
    {
        switch (condition)
        {
            case PlainNot not:
                return !Evaluate(not.Operand, query);
            case PlainAll all:
                var values = all.Operands.Select(operand => Evaluate(operand, query)).ToList();
                return values.Contains(!all.IsAnd) ? !all.IsAnd
                    : values.Contains(null) ? null
                    : all.IsAnd;
            case PlainAtom { Window: { } window }:
                return PlainQuestions.IsOpen(window, query.At);
            case PlainAtom atom:
                var isKnown = query.Values.TryGetValue(atom.Signal.Name, out var value);
                return atom.Kind == AtomKind.Known ? isKnown
                    : isKnown && value is not null ? PlainQuestions.Answer(atom, value)
                    : null;
            default:
                throw new InvalidOperationException(condition.ToString());
        }
    }
}
