namespace RgPolicy.Plans.SqlServer;

/// <summary>Operators of statements that have been judged, for the statements that come after.</summary>
internal sealed class OperatorPool
{
    private const int MostKept = 2048;

    private readonly Stack<ServerOperator> _spare = new();

    /// <summary>A new operator of a statement.</summary>
    public ServerOperator Take(SqlServerStatement statement, int xmlDepth)
    {
        if (!_spare.TryPop(out var node))
            node = new();
        node.Become(statement.Operators.Count, statement.Open, xmlDepth);
        return node;
    }

    /// <summary>The statement must not be used any more.</summary>
    public void Give(SqlServerStatement statement)
    {
        foreach (var node in statement.Operators)
        {
            if (_spare.Count < MostKept)
                _spare.Push(node);
        }

        statement.Operators.Clear();
    }
}
