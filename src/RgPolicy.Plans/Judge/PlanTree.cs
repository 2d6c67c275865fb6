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

    /// <summary>The most that sorts and hash tables used together, bytes; unknown where it was not measured.</summary>
    public Quantity UsedMemory { get; init; } = Quantity.Unknown;

    /// <summary>False when the rows of the last operator stay in the server.</summary>
    public bool ReturnsRows { get; init; } = true;

    /// <summary>Operators without a parent: one, except in a cursor, which has a plan for each of its operations.</summary>
    public IEnumerable<PlanNode> Roots
    {
        get
        {
            foreach (var node in Nodes)
            {
                if (node.Parent is null)
                    yield return node;
            }
        }
    }
}
