using System.Collections.Immutable;

namespace RgPolicy.Plans.Judge;

/// <summary>
/// A statement's operators, parents before children, so that a backward pass sees children first and no pass needs recursion.
/// </summary>
internal sealed class PlanTree
{
    public required ImmutableArray<PlanNode> Nodes { get; init; }

    public required StatementKind Kind { get; init; }

    /// <summary>Where the rows come from: actual when the statement was measured.</summary>
    public required Provenance Basis { get; init; }

    public Quantity Cost { get; init; } = Quantity.Unknown;

    public Quantity Dop { get; init; } = Quantity.Unknown;

    /// <summary>Work memory that the document itself names, bytes; unknown where the structures decide.</summary>
    public Quantity Grant { get; init; } = Quantity.Unknown;

    /// <summary>False when the rows of the last operator stay in the server.</summary>
    public bool ReturnsRows { get; init; } = true;

    /// <summary>Operators without a parent: one, except in a cursor, which has a plan for each of its operations.</summary>
    public IEnumerable<PlanNode> Roots => Nodes.Where(node => node.Parent is null);

    /// <summary>Inputs of an operator, without the sub-plans that hang beside them.</summary>
    public IEnumerable<PlanNode> Inputs(PlanNode node)
    {
        foreach (var child in node.Children)
        {
            if (Nodes[child].Role is NodeRole.Outer or NodeRole.Inner or NodeRole.Member)
                yield return Nodes[child];
        }
    }

    /// <summary>Rows that all inputs deliver.</summary>
    public Quantity InputRows(PlanNode node)
    {
        var rows = new Quantity(0, Provenance.Actual);
        foreach (var input in Inputs(node))
            rows += input.Rows;
        return rows;
    }

    public PlanNode? Input(PlanNode node, NodeRole role)
    {
        foreach (var input in Inputs(node))
        {
            if (input.Role == role)
                return input;
        }

        return null;
    }
}
