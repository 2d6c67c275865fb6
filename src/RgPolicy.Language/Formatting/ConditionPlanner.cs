using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Formatting;

/// <summary>Conditions that are too long for one line: each operand of the outermost operator begins a line.</summary>
internal sealed class ConditionPlanner(Layout layout)
{
    /// <summary>Plans the condition of an owner.</summary>
    /// <param name="owner">The statement or item that should fit on a line.</param>
    /// <param name="next">The token that begins a line of its own when the condition is broken, or none.</param>
    /// <param name="condition">Its condition.</param>
    /// <param name="indent">Blanks before the broken lines.</param>
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
