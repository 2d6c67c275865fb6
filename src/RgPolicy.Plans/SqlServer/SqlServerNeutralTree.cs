using System.Buffers;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>A statement's operators to the neutral tree, with every operator's own figures.</summary>
internal static class SqlServerNeutralTree
{
    public static PlanTree Build(SqlServerStatement statement, StatementKind kind)
    {
        var isMeasured = statement.Operators.Exists(node => node.Counters.Exist);
        var flows = SqlServerFlowPass.Over(statement, isMeasured);
        var tree = PlanTree.Take();
        var written = new SqlServerWrittenRows(statement, flows);
        foreach (var server in statement.Operators)
            Add(server, flows, statement, written, tree);
        ArrayPool<SqlServerFlow>.Shared.Return(flows);

        tree.Kind = kind;
        tree.Basis = isMeasured ? Provenance.Actual : Provenance.Estimate;
        tree.ReturnsRows = ReturnsRows(statement, kind);
        tree.Cost = Cost(statement);
        tree.Dop = Dop(statement, isMeasured);
        tree.Grant = Budget.Grant(statement);
        if (statement.MaxUsedKilobytes > 0)
            tree.UsedMemory = new(statement.MaxUsedKilobytes * Budget.Kilobyte, Provenance.Actual);
        return tree;
    }

    private static void Add(
        ServerOperator server,
        SqlServerFlow[] flows,
        SqlServerStatement statement,
        SqlServerWrittenRows written,
        PlanTree tree
    )
    {
        var flow = flows[server.Id];
        var kind = server.Kind;
        var access = Accesses.Of(server, kind, flow, statement);
        if (MayBePoint(server, kind) && IsPoint(server, flow, access))
            kind = OperatorKind.PointAccess;
        var parent = server.Parent is { } above ? tree.Nodes[above.Id] : null;
        var table = kind == OperatorKind.Constant ? null : server.Table;
        var node = tree.Add(OperatorNames.Of(server), kind, parent, Roles.Of(server), table);
        node.Rows = flow.Rows;
        node.Executions = flow.Executions;
        node.RowsRead = access.RowsRead;
        node.RowsWritten = kind == OperatorKind.Write ? written.Of(server) : default;
        node.StreamedBytes = kind == OperatorKind.PointAccess ? default : access.StreamedBytes;
        node.Pages = access.Pages;
        node.Processes = server.Is(OperatorFlags.Parallel) ? Threads(server, statement) : 1;
        node.Structure = SqlServerStructures.Of(server, kind, flows, access, statement);
    }

    /// <summary>A few rows of a linked server are fetched, however that server finds them.</summary>
    private static bool MayBePoint(ServerOperator server, OperatorKind kind) =>
        kind == OperatorKind.RemoteScan || (kind == OperatorKind.IndexRange && server.Is(OperatorFlags.SeekPredicates));

    private static bool IsPoint(ServerOperator server, SqlServerFlow flow, Access access)
    {
        var threads = server.Counters.Exist ? Math.Max(1, server.Counters.Threads) : 1;
        return PointRule.IsPoint(
            access.RowsRead,
            flow.IsRepeated ? flow.Executions : new(1, flow.Executions.Provenance),
            threads
        );
    }

    private static double Threads(ServerOperator server, SqlServerStatement statement) =>
        server.Counters.Exist ? Math.Max(1, server.Counters.Threads) : Exchanges.Dop(statement);

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
            ? new(Exchanges.Dop(statement), statement.AvailableDop > 1 ? Provenance.Estimate : Provenance.Fallback)
            : new(1, isMeasured ? Provenance.Actual : Provenance.Estimate);
    }
}

/// <summary>Operators' names as management tools show them.</summary>
internal static class OperatorNames
{
    public static string Of(ServerOperator node)
    {
        if (node.Physical is "Clustered Index Seek" && node.Is(OperatorFlags.Lookup))
            return "Key Lookup";
        return node.Physical;
    }
}

/// <summary>What an operator is to its parent: the position in the document tells.</summary>
internal static class Roles
{
    public static NodeRole Of(ServerOperator node)
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
