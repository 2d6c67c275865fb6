using System.Collections.Frozen;
using System.Xml;
using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.SqlServer;

/// <summary>What is kept of a Showplan's attributes: a table for each kind of element.</summary>
internal static class ShowplanParts
{
    private static readonly FrozenDictionary<string, Action<SqlServerStatement, AttributeReader>> Statement =
        Table<SqlServerStatement>(
            ("StatementText", (statement, value) => statement.Text = value.Whole()),
            ("StatementType", (statement, value) => statement.Type = value.Name()),
            ("StatementId", (statement, value) => statement.Id = value.Name()),
            ("StatementSubTreeCost", (statement, value) => statement.Cost = value.Number()),
            ("QueryHash", (statement, value) => statement.QueryHash = value.Name()),
            ("QueryPlanHash", (statement, value) => statement.PlanHash = value.Name())
        );

    /// <summary>Of the elements between a statement and its first operator, which share no name.</summary>
    private static readonly FrozenDictionary<string, Action<SqlServerStatement, AttributeReader>> Plan =
        Table<SqlServerStatement>(
            ("DegreeOfParallelism", (statement, value) => statement.Dop = value.Number()),
            ("MemoryGrant", (statement, value) => statement.GrantedKilobytes = value.Number()),
            ("SerialDesiredMemory", (statement, value) => statement.SerialDesiredKilobytes = value.Number()),
            ("GrantedMemory", (statement, value) => statement.GrantedKilobytes = value.Number()),
            ("MaxUsedMemory", (statement, value) => statement.MaxUsedKilobytes = value.Number()),
            ("EstimatedAvailableDegreeOfParallelism", (statement, value) => statement.AvailableDop = value.Number()),
            ("EstimatedAvailableMemoryGrant", (statement, value) => statement.AvailableGrantKilobytes = value.Number())
        );

    private static readonly FrozenDictionary<string, Action<ServerOperator, AttributeReader>> Operator =
        Table<ServerOperator>(
            ("PhysicalOp", (node, value) => node.Physical = value.Name()),
            ("LogicalOp", (node, value) => node.Logical = value.Name()),
            ("EstimateRows", (node, value) => node.EstimateRows = value.Number()),
            ("EstimatedRowsRead", (node, value) => node.EstimatedRowsRead = value.Number()),
            ("TableCardinality", (node, value) => node.TableCardinality = value.Number()),
            ("AvgRowSize", (node, value) => node.Width = value.NumberOrZero()),
            ("EstimateIO", (node, value) => node.Io = value.Number()),
            ("EstimateCPU", (node, value) => node.Cpu = value.Number()),
            ("EstimateRebinds", (node, value) => node.Rebinds = value.NumberOrZero()),
            ("EstimateRewinds", (node, value) => node.Rewinds = value.NumberOrZero()),
            ("EstimatedTotalSubtreeCost", (node, value) => node.SubtreeCost = value.Number()),
            ("Parallel", (node, value) => node.Mark(OperatorFlags.Parallel, value.Flag())),
            ("EstimatedExecutionMode", (node, value) => node.Mark(OperatorFlags.Batch, value.Value() is "Batch")),
            ("EstimatedJoinType", (node, value) => node.EstimatedJoin = value.Name())
        );

    /// <summary>Of the element that holds the operator's own properties, such as IndexScan.</summary>
    private static readonly FrozenDictionary<string, Action<ServerOperator, AttributeReader>> Own =
        Table<ServerOperator>(
            ("Ordered", (node, value) => node.Mark(OperatorFlags.Ordered, value.Flag())),
            ("Lookup", (node, value) => node.Mark(OperatorFlags.Lookup, value.Flag())),
            ("Storage", (node, value) => node.Mark(OperatorFlags.ColumnStore, value.Value() is "ColumnStore")),
            ("PartitioningType", (node, value) => node.Partitioning = value.Name()),
            ("Rows", (node, value) => node.TopRows = value.Number()),
            ("PrimaryNodeId", (node, _) => node.Mark(OperatorFlags.SecondarySpool, true))
        );

    private static readonly FrozenDictionary<string, Action<ServerOperator, AttributeReader>> Object =
        Table<ServerOperator>(
            ("Schema", (node, value) => node.Schema = value.BareName()),
            ("Table", (node, value) => node.Table = value.BareName()),
            ("Index", (node, value) => node.Index = value.BareName()),
            ("Storage", (node, value) => node.Mark(OperatorFlags.ColumnStore, value.Value() is "ColumnStore"))
        );

    /// <summary>Of one thread; figures of several are added.</summary>
    private static readonly FrozenDictionary<string, Action<ServerOperator, AttributeReader>> Thread =
        Table<ServerOperator>(
            ("ActualRows", (node, value) => node.Counters.Rows = value.Sum(node.Counters.Rows)),
            ("ActualRowsRead", (node, value) => node.Counters.RowsRead = value.Sum(node.Counters.RowsRead)),
            ("ActualExecutions", (node, value) => node.Counters.AddExecutions(value)),
            ("ActualLogicalReads", (node, value) => node.Counters.PagesRead = value.Sum(node.Counters.PagesRead)),
            ("ActualLobLogicalReads", (node, value) => node.Counters.PagesRead = value.Sum(node.Counters.PagesRead)),
            (
                "UsedMemoryGrant",
                (node, value) => node.Counters.UsedMemoryKilobytes = value.Sum(node.Counters.UsedMemoryKilobytes)
            ),
            (
                "ActualLocallyAggregatedRows",
                (node, value) => node.Counters.RowsAggregated = value.Sum(node.Counters.RowsAggregated)
            ),
            ("SegmentReads", (node, value) => node.Counters.SegmentReads = value.Sum(node.Counters.SegmentReads)),
            ("SegmentSkips", (node, value) => node.Counters.SegmentSkips = value.Sum(node.Counters.SegmentSkips)),
            ("ActualJoinType", (node, value) => node.Counters.ActualJoin = value.Name())
        );

    /// <summary>The Stmt element itself.</summary>
    public static void ReadOwn(SqlServerStatement statement, AttributeReader attributes) =>
        attributes.Read(Statement, statement);

    /// <summary>An element between a statement and its first operator.</summary>
    public static void Read(string name, SqlServerStatement statement, AttributeReader attributes)
    {
        if (name is "QueryPlan" or "MemoryGrantInfo" or "OptimizerHardwareDependentProperties")
            attributes.Read(Plan, statement);
    }

    /// <summary>The RelOp element itself.</summary>
    public static void ReadOwn(ServerOperator node, AttributeReader attributes) => attributes.Read(Operator, node);

    /// <summary>An element one or two levels below the RelOp.</summary>
    public static void Read(string name, int level, ServerOperator node, AttributeReader attributes)
    {
        if (level == 1)
        {
            ReadElement(name, node, attributes);
            return;
        }

        switch (name)
        {
            case "RunTimeCountersPerThread":
                node.Counters.Exist = true;
                attributes.Read(Thread, node);
                break;
            case "ColumnReference":
                node.Mark(OperatorFlags.Output, node.Element.Length == 0);
                break;
            case "Object" when !node.Is(OperatorFlags.Object):
                node.Mark(OperatorFlags.Object, true);
                attributes.Read(Object, node);
                node.Table = attributes.Joined(node.Schema, node.Table);
                break;
            case "Predicate":
                node.Mark(OperatorFlags.Predicate, true);
                break;
            case "SeekPredicates":
                node.Mark(OperatorFlags.SeekPredicates, true);
                break;
            case "GroupBy" or "HashKeysBuild":
                node.Mark(OperatorFlags.Groups, !attributes.IsOfEmptyElement);
                break;
        }
    }

    /// <summary>The operator's own element; lists that every operator has are passed over.</summary>
    private static void ReadElement(string name, ServerOperator node, AttributeReader attributes)
    {
        if (
            name
            is "OutputList"
                or "RunTimeInformation"
                or "RunTimePartitionSummary"
                or "Warnings"
                or "MemoryFractions"
                or "InternalInfo"
        )
            return;
        node.Element = name;
        attributes.Read(Own, node);
    }

    private static FrozenDictionary<string, Action<T, AttributeReader>> Table<T>(
        params (string Name, Action<T, AttributeReader> Set)[] rows
    ) => rows.ToFrozenDictionary(row => row.Name, row => row.Set, StringComparer.Ordinal);
}

/// <summary>
/// Values of the attribute that an XML reader stands on, through one buffer: what is not kept becomes
/// no string, and a name that was met before is not made again.
/// </summary>
internal sealed class AttributeReader(XmlReader reader, ShowplanRoom room)
{
    private readonly char[] _buffer = room.Buffer;

    /// <summary>Numbers that no server means: not a number, beyond all sizes, negative where only sizes
    /// make sense.</summary>
    public int AbsurdNumbers { get; private set; }

    public bool IsOfEmptyElement => reader.IsEmptyElement;

    /// <summary>Sets what a table knows of the element that the reader stands on.</summary>
    public void Read<T>(FrozenDictionary<string, Action<T, AttributeReader>> table, T target)
    {
        while (reader.MoveToNextAttribute())
        {
            if (table.TryGetValue(reader.LocalName, out var set))
                set(target, this);
        }

        reader.MoveToElement();
    }

    /// <summary>A figure that is at least 0, or not a number where the text is none.</summary>
    public double Number()
    {
        var number = PlainNumber.Parse(Value());
        if (number is >= 0 and < PlainNumber.LargestBelievable)
            return number;
        AbsurdNumbers++;
        return double.NaN;
    }

    public double NumberOrZero() => Number() is >= 0 and var number ? number : 0;

    /// <summary>A counter of one more thread added to that of those before; not a number while none is printed.</summary>
    public double Sum(double before) => Add(before, Number());

    public static double Add(double before, double value)
    {
        if (double.IsNaN(value))
            return before;
        return double.IsNaN(before) ? value : before + value;
    }

    /// <summary>True for <c>1</c> and <c>true</c>.</summary>
    public bool Flag() => Value() is "1" or "true" or "True";

    /// <summary>The value, however long.</summary>
    public string Whole() => reader.Value;

    /// <summary>A name, made once for all its occurrences; a longer one than any server allows is cut.</summary>
    public string Name() => Intern(Value());

    /// <summary>A name without the brackets around it.</summary>
    public string BareName()
    {
        var value = Value();
        return Intern(value.Length > 2 && value[0] == '[' && value[^1] == ']' ? value[1..^1] : value);
    }

    /// <summary>A table with its schema, where either is named.</summary>
    public string? Joined(string schema, string? table)
    {
        if (string.IsNullOrEmpty(table))
            return null;
        return schema.Length > 0 && _buffer.AsSpan().TryWrite($"{schema}.{table}", out var length)
            ? room.Names.Add(_buffer, 0, length)
            : table;
    }

    /// <summary>The first characters of the value; valid until the next call.</summary>
    public ReadOnlySpan<char> Value() => _buffer.AsSpan(0, reader.ReadValueChunk(_buffer, 0, _buffer.Length));

    private string Intern(ReadOnlySpan<char> value)
    {
        if (value.IsEmpty)
            return "";
        value.CopyTo(_buffer);
        return room.Names.Add(_buffer, 0, value.Length);
    }
}
