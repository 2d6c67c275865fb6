using RgPolicy.Language.Parsing.Trees;
using RgPolicy.Language.Syntax;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing;

/// <summary>Collects the statements of one text, so that together they have each token once.</summary>
internal sealed class StatementList(StatementTrees trees)
{
    private readonly List<StatementSyntax> _statements = [];

    public bool IsComplete { get; private set; } = true;

    public ImmutableArray<StatementSyntax> ToImmutable() => [.. _statements];

    /// <summary>Adds a statement without a mistake, or repaired.</summary>
    public void Add(StatementContext statement, int start, int next)
    {
        var tree = trees.Of(statement);
        _statements.Add(tree);
        Skip(tree.Tokens.LastIndex + 1, next, mayDeclare: false);
    }

    /// <summary>Leaves out a statement that does not fit the grammar.</summary>
    public void Skip(int first, int end)
    {
        IsComplete = false;
        Skip(first, end, mayDeclare: true);
    }

    /// <summary>What is left when there are more mistakes than one run reports.</summary>
    public void SkipRest(int first, int end) => Skip(first, end, mayDeclare: true);

    private void Skip(int first, int end, bool mayDeclare)
    {
        if (first < end)
            _statements.Add(trees.Skipped(first, end - 1, mayDeclare));
    }
}
