using System.Collections.Immutable;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>A statement's operators to the neutral tree, with every operator's own figures.</summary>
internal static class NeutralTree
{
    public static PlanTree Build(ServerStatement statement, StatementKind kind)
    {
        var isMeasured = statement.Operators.Exists(node => node.Counters.Exist);
        var flows = FlowPass.Over(statement, isMeasured);
        var nodes = ImmutableArray.CreateBuilder<PlanNode>(statement.Operators.Count);
        var written = new HashSet<string>(StringComparer.Ordinal);
        foreach (var server in statement.Operators)
        {
            var node = Node(server, flows, statement, written);
            nodes.Add(node);
            if (node.Parent is int parent)
                nodes[parent].Append(node);
        }

        return new()
        {
            Nodes = nodes.MoveToImmutable(),
            Kind = kind,
            Basis = isMeasured ? Provenance.Actual : Provenance.Estimate,
            ReturnsRows = ReturnsRows(statement, kind),
            Cost = Cost(statement),
            Dop = Dop(statement, isMeasured),
            Grant = Budget.Grant(statement),
            UsedMemory = statement.MaxUsedKilobytes > 0 ? new(statement.MaxUsedKilobytes * Budget.Kilobyte, Provenance.Actual) : Quantity.Unknown,
        };
    }

    private static PlanNode Node(ServerOperator server, Flow[] flows, ServerStatement statement, HashSet<string> written)
    {
        var flow = flows[server.Id];
        var kind = server.Kind;
        var access = Accesses.Of(server, kind, flow, statement);
        if (kind == OperatorKind.IndexRange && server.Is(OperatorFlags.SeekPredicates) && IsPoint(server, flow, access))
            kind = OperatorKind.PointAccess;
        return new()
        {
            Id = server.Id,
            Parent = server.Parent?.Id,
            Name = Names.Of(server),
            Kind = kind,
            Role = Roles.Of(server),
            Table = kind == OperatorKind.Constant ? null : server.Table,
            Rows = flow.Rows,
            Executions = flow.Executions,
            RowsRead = access.RowsRead,
            RowsWritten = kind == OperatorKind.Write ? WrittenRows.Of(server, flows, written) : default,
            StreamedBytes = kind == OperatorKind.PointAccess ? default : access.StreamedBytes,
            Pages = access.Pages,
            Processes = server.Is(OperatorFlags.Parallel) ? Threads(server, statement) : 1,
            Structure = Structures.Of(server, kind, flows, access, statement),
        };
    }

    private static bool IsPoint(ServerOperator server, Flow flow, Access access)
    {
        var threads = server.Counters.Exist ? Math.Max(1, server.Counters.Threads) : 1;
        return PointRule.IsPoint(access.RowsRead, flow.IsRepeated ? flow.Executions : new(1, flow.Executions.Provenance), threads);
    }

    private static double Threads(ServerOperator server, ServerStatement statement) =>
        server.Counters.Exist ? Math.Max(1, server.Counters.Threads) : Exchanges.Dop(statement);

    /// <summary>A write returns rows only through OUTPUT, which shows as columns of its last operator.</summary>
    private static bool ReturnsRows(ServerStatement statement, StatementKind kind) =>
        StatementTypes.ReturnsRows(statement)
        && (kind == StatementKind.Select || (statement.Operators.Count > 0 && statement.Operators[0].Is(OperatorFlags.Output)));

    private static Quantity Cost(ServerStatement statement)
    {
        var cost = double.IsNaN(statement.Cost) ? statement.Operators[0].SubtreeCost : statement.Cost;
        return double.IsNaN(cost) ? Quantity.Unknown : new(cost, Provenance.Estimate);
    }

    private static Quantity Dop(ServerStatement statement, bool isMeasured)
    {
        if (statement.Dop > 0)
            return new(statement.Dop, isMeasured ? Provenance.Actual : Provenance.Estimate);
        return statement.Operators.Exists(node => node.Is(OperatorFlags.Parallel))
            ? new(Exchanges.Dop(statement), statement.AvailableDop > 1 ? Provenance.Estimate : Provenance.Fallback)
            : new(1, isMeasured ? Provenance.Actual : Provenance.Estimate);
    }
}
