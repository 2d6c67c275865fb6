using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Formatting;

/// <summary>
/// Blocks between braces. A block that the author wrote on one line stays there when it fits; otherwise
/// each part has its line.
/// </summary>
internal sealed class BlockPlanner(SyntaxTree tree, Layout layout)
{
    /// <summary>True when the parts of a statement's block get lines of their own.</summary>
    public bool IsOpen(SyntaxNode block) =>
        HasLineEnd(block.Tokens) || layout.Width(block.Tokens) > LayoutPlanner.LineWidth;

    /// <summary>A pool, as a statement or in a state.</summary>
    public void Plan(PoolSyntax pool, int indent)
    {
        var settings = pool.Block.Settings;
        foreach (var setting in settings.Skip(1))
            layout.Set(setting.Tokens.FirstIndex, Gap.Wide);

        if (IsOpen(pool) && !settings.IsEmpty)
        {
            PlanLines(pool, indent);
        }
        else
        {
            layout.Break(pool.Tokens.FirstIndex, indent, LineKind.Pool);
            layout.Set(pool.Block.Tokens.FirstIndex, Gap.Column);
        }
    }

    public void Plan(InStateSyntax block)
    {
        if (!IsOpen(block))
            return;

        foreach (var pool in block.Pools)
        {
            layout.Break(pool.Tokens.FirstIndex, LayoutPlanner.Step);
            Plan(pool, LayoutPlanner.Step);
        }

        if (!block.Pools.IsEmpty)
            layout.Break(block.Tokens.LastIndex, 0);
    }

    private void PlanLines(PoolSyntax pool, int indent)
    {
        foreach (var setting in pool.Block.Settings)
        {
            layout.Break(setting.Tokens.FirstIndex, indent + LayoutPlanner.Step, LineKind.Setting);
            layout.Set(ValueIndex(setting.Body), Gap.Column);
        }

        layout.Break(pool.Tokens.LastIndex, indent);
    }

    private static int ValueIndex(SettingBodySyntax body) =>
        body switch
        {
            SettingBodySyntax.Cache cache => cache.Size.Tokens.FirstIndex,
            SettingBodySyntax.Cores cores => cores.Set.Tokens.FirstIndex,
            SettingBodySyntax.Slots slots => slots.Count.Tokens.FirstIndex,
            SettingBodySyntax.Amount amount => amount.Value.Tokens.FirstIndex,
            _ => body.Tokens.LastIndex,
        };

    private bool HasLineEnd(TokenSlice slice)
    {
        for (var index = slice.FirstIndex + 1; index <= slice.LastIndex; index++)
        {
            if (tree.Tokens[index].Trivia.Any(trivia => trivia.HasLineEnd))
                return true;
        }

        return false;
    }
}
