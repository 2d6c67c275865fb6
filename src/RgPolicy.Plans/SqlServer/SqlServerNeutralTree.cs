using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>A statement's operators to the neutral tree, with every operator's own figures.</summary>
internal static class SqlServerNeutralTree
{
    public static PlanTree Build(SqlServerStatement statement, StatementKind kind)
    {
        var isMeasured = statement.Operators.Exists(node => node.Counters.Exist);
        SqlServerFlowPass.Over(statement.Operators, isMeasured);
        var tree = PlanTree.Take();
        foreach (var server in statement.Operators)
            Add(server, statement, tree);
        tree.Kind = kind;
        tree.Basis = isMeasured ? Provenance.Actual : Provenance.Estimate;
        tree.ReturnsRows = ReturnsRows(statement, kind);
        tree.Cost = Cost(statement);
        tree.Dop = Dop(statement, isMeasured);
        tree.Grant = statement.Grant;
        tree.UsedMemory = statement.UsedMemory;
        return tree;
    }

    private static void Add(ServerOperator server, SqlServerStatement statement, PlanTree tree)
    {
        var kind = server.Kind;
        var access = Accesses.Of(server, kind, statement);
        if (MayBePoint(server, kind) && IsPoint(server, access))
            kind = OperatorKind.PointAccess;
        var parent = server.Parent is { } above ? tree.Nodes[above.Id] : null;
        var isLookup = server.Physical is "Clustered Index Seek" && server.Is(OperatorFlags.Lookup);
        var name = isLookup ? "Key Lookup" : server.Physical;
        var node = tree.Add(name, kind, parent, RoleOf(server), kind == OperatorKind.Constant ? null : server.Table);
        node.Rows = server.Flow.Rows;
        node.Executions = server.Flow.Executions;
        node.RowsRead = access.RowsRead;
        node.RowsWritten = kind == OperatorKind.Write ? RowsWritten(server, statement) : default;
        node.StreamedBytes = kind == OperatorKind.PointAccess ? default : access.StreamedBytes;
        node.Pages = access.Pages;
        if (server.Is(OperatorFlags.Parallel))
            node.Processes = server.Counters.Exist ? server.Threads : statement.Threads;
        node.Structure = SqlServerStructures.Of(server, kind, access, statement);
    }

    /// <summary>A few rows of a linked server are fetched, however that server finds them.</summary>
    private static bool MayBePoint(ServerOperator server, OperatorKind kind) =>
        kind == OperatorKind.RemoteScan || (kind == OperatorKind.IndexRange && server.Is(OperatorFlags.SeekPredicates));

    private static bool IsPoint(ServerOperator server, Access access)
    {
        var executions = server.Flow.Executions;
        return PointRule.IsPoint(
            access.RowsRead,
            server.Flow.IsRepeated ? executions : new(1, executions.Provenance),
            server.Threads
        );
    }

    /// <summary>A write returns rows only through OUTPUT, which shows as columns of its last operator.</summary>
    private static bool ReturnsRows(SqlServerStatement statement, StatementKind kind) =>
        StatementTypes.ReturnsRows(statement)
        && (
            kind == StatementKind.Select
            || (statement.Operators.Count > 0 && statement.Operators[0].Is(OperatorFlags.Output))
        );

    private static Quantity Cost(SqlServerStatement statement)
    {
        var cost = double.IsNaN(statement.Cost) ? statement.Operators[0].SubtreeCost : statement.Cost;
        return double.IsNaN(cost) ? Quantity.Unknown : new(cost, Provenance.Estimate);
    }

    private static Quantity Dop(SqlServerStatement statement, bool isMeasured)
    {
        if (statement.Dop > 0)
            return new(statement.Dop, isMeasured ? Provenance.Actual : Provenance.Estimate);
        return statement.Operators.Exists(node => node.Is(OperatorFlags.Parallel))
            ? new(statement.Threads, statement.AvailableDop > 1 ? Provenance.Estimate : Provenance.Fallback)
            : new(1, isMeasured ? Provenance.Actual : Provenance.Estimate);
    }

    /// <summary>Rows of a writing operator; 0 where another one counts.</summary>
    private static Quantity RowsWritten(ServerOperator node, SqlServerStatement statement)
    {
        var own = node.Flow.Rows;
        if (node.Table is { } table && statement.Writers[table] != node)
            return new(0, own.Provenance);
        return node.Logical == "Insert" && node.Inputs.Count > 0 ? Quantity.Max(own, node.Inputs[0].Flow.Rows) : own;
    }

    /// <summary>What an operator is to its parent: the position in the document tells.</summary>
    private static NodeRole RoleOf(ServerOperator node)
    {
        if (node.Parent is not { } parent)
            return NodeRole.Outer;
        var place = node.Place;
        return parent.Kind switch
        {
            OperatorKind.HashJoin => place switch
            {
                0 => NodeRole.Inner,
                1 => NodeRole.Outer,
                _ => NodeRole.Member,
            },
            OperatorKind.NestedLoops when parent.Physical == "Adaptive Join" => place switch
            {
                0 => NodeRole.Outer,
                2 => NodeRole.Inner,
                _ => NodeRole.Member,
            },
            OperatorKind.NestedLoops or OperatorKind.MergeJoin => place switch
            {
                0 => NodeRole.Outer,
                1 => NodeRole.Inner,
                _ => NodeRole.Member,
            },
            _ => parent.Inputs.Count == 1 ? NodeRole.Outer : NodeRole.Member,
        };
    }
}
