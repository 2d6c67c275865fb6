using RgPolicy.Language.Syntax;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing.Trees;

internal sealed class ConditionTrees(TreeSlices slices, ExpressionTrees expressions)
{
    public ConditionSyntax Of(ConditionContext condition)
    {
        var operands = condition.conjunction();
        return operands.Length == 1
            ? Of(operands[0])
            : new ConditionSyntax.Or(slices.Of(condition), [.. operands.Select(Of)]);
    }

    public LeaveSyntax? LeaveOrNone(LeaveContext? leave) =>
        leave switch
        {
            null => null,
            LeaveValueContext value => new LeaveSyntax.Value(
                slices.Of(value),
                slices.Token(value.comparison().Start),
                expressions.Of(value.expression())
            ),
            LeaveConditionContext full => new LeaveSyntax.Full(slices.Of(full), Of(full.condition())),
            _ => throw Unmapped.Rule(leave),
        };

    private ConditionSyntax Of(ConjunctionContext conjunction)
    {
        var operands = conjunction.negation();
        return operands.Length == 1
            ? Of(operands[0])
            : new ConditionSyntax.And(slices.Of(conjunction), [.. operands.Select(Of)]);
    }

    private ConditionSyntax Of(NegationContext negation)
    {
        var condition = Of(negation.primary());
        foreach (var not in negation.NOT().Reverse())
            condition = new ConditionSyntax.Not(slices.From(not, negation), condition);

        return condition;
    }

    private ConditionSyntax Of(PrimaryContext primary) =>
        primary switch
        {
            GroupContext group => new ConditionSyntax.Group(slices.Of(group), Of(group.condition())),
            DuringContext during => new ConditionSyntax.During(slices.Of(during), slices.Name(during.name())),
            AtomContext atom => new ConditionSyntax.Atom(
                slices.Of(atom),
                slices.Signal(atom.signal()),
                atom.question() is null ? null : Of(atom.question())
            ),
            _ => throw Unmapped.Rule(primary),
        };

    private QuestionSyntax Of(QuestionContext question)
    {
        var slice = slices.Of(question);
        return question switch
        {
            CompareContext compare => new QuestionSyntax.Compare(
                slice,
                slices.Token(compare.comparison().Start),
                expressions.Of(compare.expression())
            ),
            InListContext list => new QuestionSyntax.In(
                slice,
                list.NOT() is not null,
                expressions.All(list.expression())
            ),
            BetweenContext between => new QuestionSyntax.Between(
                slice,
                between.NOT() is not null,
                expressions.Of(between.low),
                expressions.Of(between.high)
            ),
            LikeContext like => new QuestionSyntax.Like(
                slice,
                like.NOT() is not null,
                expressions.Of(like.expression()),
                slices.TokenOrNone(like.STRING())
            ),
            KnownContext known => new QuestionSyntax.Known(slice, known.NOT() is not null),
            ContainsContext contains => new QuestionSyntax.Contains(slice, [expressions.Of(contains.expression())]),
            ContainsAnyContext any => new QuestionSyntax.Contains(slice, expressions.All(any.expression())),
            _ => throw Unmapped.Rule(question),
        };
    }
}
