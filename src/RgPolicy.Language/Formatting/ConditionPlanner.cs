using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Formatting;

/// <summary>Conditions that are too long for one line: each operand of the outermost operator begins a line.</summary>
internal sealed class ConditionPlanner(Layout layout)
{
    public void Plan(SyntaxNode owner, int? next, ConditionSyntax condition, int indent)
    {
        if (layout.Width(owner.Tokens) <= LayoutPlanner.LineWidth)
        {
            return;
        }

        if (next is { } index)
        {
            layout.Break(index, indent);
        }

        BreakOperands(condition, indent);
    }

    private void BreakOperands(ConditionSyntax condition, int indent)
    {
        var operands = condition switch
        {
            ConditionSyntax.Or or => or.Operands,
            ConditionSyntax.And and => and.Operands,
            _ => [],
        };
        foreach (var operand in operands.Skip(1))
        {
            layout.Break(operand.Tokens.FirstIndex - 1, indent + LayoutPlanner.Step);
        }
    }
}
