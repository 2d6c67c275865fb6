using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Formatting;

/// <summary>Decides which token begins a line or a column: statements here, their parts in the other
/// planners.</summary>
internal sealed class LayoutPlanner
{
    /// <summary>Blanks of one step inwards.</summary>
    public const int Step = 2;

    /// <summary>Columns that a line should not exceed.</summary>
    public const int LineWidth = 120;

    private readonly SyntaxTree _tree;
    private readonly Layout _layout;
    private readonly ConditionPlanner _conditions;
    private readonly BlockPlanner _blocks;
    private readonly TestPlanner _tests;

    public LayoutPlanner(SyntaxTree tree)
    {
        _tree = tree;
        _layout = new Layout(tree.Tokens);
        _conditions = new ConditionPlanner(_layout);
        _blocks = new BlockPlanner(tree, _layout);
        _tests = new TestPlanner(_layout, _blocks);
    }

    public Layout Plan()
    {
        SignSpacing.Apply(_tree, _layout);
        foreach (var statement in _tree.Statements)
        {
            _layout.Break(statement.Tokens.FirstIndex, 0);
            Plan(statement);
        }

        return _layout;
    }

    private void Plan(StatementSyntax statement)
    {
        switch (statement)
        {
            case LetSyntax let:
                PlanColumns(let, LineKind.Let, let.Name.Tokens.LastIndex + 1);
                break;
            case ClassSyntax query:
                PlanColumns(query, LineKind.Class, query.Name.Tokens.LastIndex + 1, query.Pool.Tokens.LastIndex + 1);
                _conditions.Plan(query, query.Pool.Tokens.LastIndex + 1, query.Condition, Step);
                break;
            case DefaultSyntax last:
                PlanColumns(last, LineKind.Class, last.Tokens.FirstIndex + 1);
                break;
            case PoolSyntax pool:
                _blocks.Plan(pool, 0);
                break;
            case RuleSyntax rule:
                PlanRule(rule);
                break;
            case InStateSyntax block:
                _blocks.Plan(block);
                break;
            case TestSyntax test:
                _tests.Plan(test);
                break;
        }
    }

    private void PlanColumns(StatementSyntax statement, LineKind kind, params int[] columns)
    {
        _layout.Break(statement.Tokens.FirstIndex, 0, kind);
        foreach (var column in columns)
            _layout.Set(column, Gap.Column);
    }

    private void PlanRule(RuleSyntax rule)
    {
        if (rule.Items.IsEmpty || !_blocks.IsOpen(rule))
            return;

        foreach (var item in rule.Items)
        {
            _layout.Break(item.Tokens.FirstIndex, Step, LineKind.Step);
            if (item is RuleItemSyntax.Step step)
            {
                _layout.Set(step.When.Tokens.LastIndex + 1, Gap.Column);
                _conditions.Plan(step, step.When.Tokens.LastIndex + 1, step.When, 2 * Step);
            }
            else if (item is RuleItemSyntax.Unless unless)
            {
                _conditions.Plan(unless, null, unless.Condition, 2 * Step);
            }
        }

        _layout.Break(rule.Tokens.LastIndex, 0);
    }
}

/// <summary>A sign stands right before its operand; between two operands the same mark has blanks around it.</summary>
internal static class SignSpacing
{
    public static void Apply(SyntaxTree tree, Layout layout)
    {
        for (var index = 1; index + 1 < tree.Tokens.Length; index++)
        {
            if (tree.Tokens[index].Is("-") && !EndsOperand(tree.Tokens[index - 1]))
                layout.Set(index + 1, Gap.None);
        }
    }

    // Behind a word an operand may have ended: `x - 1` is a difference, `between -1 and 2` has a sign.
    private static bool EndsOperand(SyntaxToken token) =>
        token.Kind switch
        {
            TokenKind.Mark => token.Text is ")",
            TokenKind.Word => token.Text is not ("between" or "and" or "exactly" or "when" or "for"),
            _ => true,
        };
}

/// <summary>Conditions that are too long for one line: each operand of the outermost operator begins a line.</summary>
internal sealed class ConditionPlanner(Layout layout)
{
    public void Plan(SyntaxNode owner, int? next, ConditionSyntax condition, int indent)
    {
        if (layout.Width(owner.Tokens) <= LayoutPlanner.LineWidth)
            return;

        if (next is { } index)
            layout.Break(index, indent);

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
            layout.Break(operand.Tokens.FirstIndex - 1, indent + LayoutPlanner.Step);
    }
}
