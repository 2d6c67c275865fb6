using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;
using RgPolicy.Plans.Sql;

namespace RgPolicy.Plans.MySql;

/// <summary>
/// The neutral tree of a query block document (EXPLAIN FORMAT=JSON of MySQL, EXPLAIN or ANALYZE
/// FORMAT=JSON of MariaDB). Tables of a block are joined from left to right; operations wrap each other.
/// </summary>
internal sealed class BlockTree
{
    /// <summary>More nested operations than any statement has.</summary>
    private const int MaximumLevel = 400;

    private readonly PlanTree _tree = PlanTree.Take();
    private readonly TableAccess _access;

    /// <summary>What the operations around the present one join, the outermost first.</summary>
    private readonly List<JoinItem> _items = [];
    private int _level;
    private string _above = "";

    private BlockTree() => _access = new(_tree);

    public static PlanTree Build(JsonValue document, string? text)
    {
        var builder = new BlockTree();
        if (text is not null)
            builder._tree.Kind = StatementKindReader.FromText(text, SqlDialect.AnyMySql);
        builder._tree.Basis = IsMeasured(document) ? Provenance.Actual : Provenance.Estimate;
        var block = document.Member("query_block") ?? document;
        builder.Operation("query_block", block, null, NodeRole.Outer, 1);
        if ((block.Member("cost_info")?.NumberOf("query_cost") ?? block.NumberOf("cost")) is double cost)
            builder._tree.Cost = new(cost, Provenance.Estimate);
        return builder._tree;
    }

    /// <summary>MariaDB prints <c>r_loops</c> somewhere near the top once the statement has run.</summary>
    private static bool IsMeasured(JsonValue document)
    {
        var block = document.Member("query_block");
        return block is { } value && value.Has("r_loops");
    }

    /// <summary>Rows of everything that an operation holds, after its joins; sub-queries hang beside.</summary>
    private MySqlFlow Operation(string name, JsonValue operation, PlanNode? parent, NodeRole role, double times)
    {
        if (++_level > MaximumLevel)
            return MySqlFlow.Nothing;
        var above = _above;
        _above = name;
        var first = _tree.Nodes.Length;
        var node = Operations.KindOf(name, operation, above) is { } kind
            ? _tree.Add(Operations.NameOf(name, operation), kind, parent, role)
            : null;
        var sort =
            node is not null && Operations.SortsInput(name, operation)
                ? _tree.Add("Sort", OperatorKind.Sort, node, NodeRole.Outer)
                : null;
        var below = node is null ? role : NodeRole.Outer;
        var flow = JoinItems.IsUnion(name)
            ? Union(operation, node ?? parent, times)
            : Items(operation, sort ?? node ?? parent, below, times);
        if (sort is not null)
            flow = Operations.Finish(sort, operation, flow, _tree);
        if (node is not null)
            flow = Operations.Finish(node, operation, flow, _tree);
        Subqueries(operation, first, flow.Rows.OrZero);
        _level--;
        _above = above;
        return flow;
    }

    /// <summary>Blocks that are read one after the other.</summary>
    private MySqlFlow Union(JsonValue union, PlanNode? parent, double times)
    {
        var all = MySqlFlow.Nothing;
        var first = _items.Count;
        JoinItems.Collect(union, _items);
        var end = _items.Count;
        for (var i = first; i < end; i++)
        {
            var flow = Operation(_items[i].Name, _items[i].Value, parent, NodeRole.Member, times);
            all = new(all.Rows + flow.Rows, Math.Max(all.Width, flow.Width));
        }

        _items.RemoveRange(first, end - first);
        return all;
    }

    private MySqlFlow Items(JsonValue operation, PlanNode? parent, NodeRole role, double times)
    {
        var first = _items.Count;
        JoinItems.Collect(operation, _items);
        var end = _items.Count;
        if (first == end)
            return Leaf(operation, parent, role, times);
        if (end == first + 2 && _items[first + 1].Name == "insert_from")
            return InsertFrom(first, parent, role, times);
        var lowest = _tree.Nodes.Length + end - first - 2;
        var above = parent;
        for (var i = end - 1; i > first; i--)
            above = _tree.Add(
                _items[i].JoinName,
                _items[i].JoinKind,
                above,
                i == end - 1 ? role : OuterRole(_items[i + 1])
            );
        var flow = Item(
            _items[first],
            above,
            first + 1 == end ? role : OuterRole(_items[first + 1]),
            times,
            new(new(1, Provenance.Estimate), 0),
            null
        );
        for (var i = first + 1; i < end; i++)
        {
            var (item, join) = (_items[i], _tree.Nodes[lowest - (i - first - 1)]);
            var right = Item(item, join, InnerRole(item), times, flow, join);
            flow = item.Finish(join, flow, right, _tree.Basis);
        }

        _items.RemoveRange(first, end - first);
        return flow;
    }

    /// <summary>The rows of a query into a table.</summary>
    private MySqlFlow InsertFrom(int first, PlanNode? parent, NodeRole role, double times)
    {
        var (target, source) = (_items[first], _items[first + 1]);
        _items.RemoveRange(first, 2);
        _tree.Kind = StatementKind.Insert;
        var write = _tree.Add(
            nameof(StatementKind.Insert),
            OperatorKind.Write,
            parent,
            role,
            target.Value.TextOf("table_name")
        );
        var flow = Operation(source.Name, source.Value, write, NodeRole.Outer, times);
        Writes.Finish(write, flow);
        return flow;
    }

    /// <summary>MySQL hashes the tables so far and probes with the next one.</summary>
    private static NodeRole OuterRole(JoinItem next) =>
        next.JoinKind == OperatorKind.HashJoin ? NodeRole.Inner : NodeRole.Outer;

    private static NodeRole InnerRole(JoinItem item) =>
        item.JoinKind == OperatorKind.HashJoin ? NodeRole.Outer : NodeRole.Inner;

    private MySqlFlow Item(
        JoinItem item,
        PlanNode? parent,
        NodeRole role,
        double times,
        MySqlFlow prefix,
        PlanNode? join
    )
    {
        if (item.Name != "table")
            return Operation(item.Name, item.Value, parent, role, times);
        var executions = join is null ? times : item.Executions(prefix, times);
        if (item.Value.Member("materialized_from_subquery") is { } derived)
            return Derived(item, derived, parent, role, executions, prefix);
        if (item.Value.Member("materialized") is { } materialized)
            return Derived(item, materialized, parent, role, executions, prefix);
        var write = WritingNode(item, ref parent, ref role);
        var first = _tree.Nodes.Length;
        var flow = _access.Read(item, parent, role, executions, prefix, join is not null);
        Subqueries(item.Value, first, flow.Rows.OrZero);
        if (write is not null)
            Writes.Finish(write, flow);
        return flow;
    }

    private PlanNode? WritingNode(JoinItem item, ref PlanNode? parent, ref NodeRole role)
    {
        if (Writes.KindOf(item.Value) is not { } kind)
            return null;
        _tree.Kind = kind;
        var write = _tree.Add(kind.ToString(), OperatorKind.Write, parent, role, item.Value.TextOf("table_name"));
        (parent, role) = (write, NodeRole.Outer);
        return write;
    }

    /// <summary>A derived table: its rows are kept, and read as often as the join asks.</summary>
    private MySqlFlow Derived(
        JoinItem item,
        JsonValue inside,
        PlanNode? parent,
        NodeRole role,
        double executions,
        MySqlFlow prefix
    )
    {
        var node = _tree.Add("Materialize", OperatorKind.Spool, parent, role, null);
        var runs = inside.IsTrue("dependent") ? executions : 1;
        var block = JoinItems.Block(inside);
        var flow = Operation("query_block", block, node, NodeRole.Outer, runs);
        node.Structure = Memory.Temporary(flow);
        node.Executions = Quantity.OfRows(executions, _tree.Basis);
        var read = TableFigures.Of(item.Value, executions, prefix, item.IsBuffered, _tree.Basis);
        node.Rows = read.Out.IsKnown ? read.Out : flow.Rows;
        return new(node.Rows, Math.Max(flow.Width, Defaults.RowBytes));
    }

    private MySqlFlow Leaf(JsonValue operation, PlanNode? parent, NodeRole role, double times)
    {
        var node = _tree.Add(Operations.Message(operation) ?? "No tables used", OperatorKind.Constant, parent, role);
        node.Rows = Quantity.OfRows(times, _tree.Basis);
        node.Executions = node.Rows;
        return new(node.Rows, Defaults.RowBytes);
    }

    /// <summary>They hang from the operator that was made first for what holds them.</summary>
    private void Subqueries(JsonValue operation, int owner, double rows)
    {
        if (owner >= _tree.Nodes.Length)
            return;
        var parent = _tree.Nodes[owner];
        foreach (var list in operation.Children)
        {
            if (!JoinItems.IsSubqueryList(list))
                continue;
            foreach (var subquery in list.Children)
            {
                var inside = subquery.Member("expression_cache") ?? subquery;
                var isRepeated = subquery.IsTrue("dependent") || subquery.Has("expression_cache");
                var role = isRepeated ? NodeRole.PerRow : NodeRole.Once;
                Operation("query_block", JoinItems.Block(inside), parent, role, isRepeated ? Math.Max(1, rows) : 1);
            }
        }
    }
}
