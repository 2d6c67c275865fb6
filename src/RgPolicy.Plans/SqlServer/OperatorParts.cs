using System.Xml;

namespace RgPolicy.Plans.SqlServer;

/// <summary>Attributes of an operator and of the elements that belong to it alone.</summary>
internal sealed class OperatorParts(XmlReader reader, AttributeReader attributes)
{
    private readonly CounterParts _counters = new(reader, attributes);

    /// <summary>The RelOp element itself.</summary>
    public void ReadOwn(ServerOperator node)
    {
        while (reader.MoveToNextAttribute())
            ReadOwnAttribute(reader.LocalName, node);
        reader.MoveToElement();
    }

    /// <summary>An element one or two levels below the RelOp.</summary>
    public void Read(string name, int level, ServerOperator node)
    {
        if (level == 1)
        {
            ReadElement(name, node);
            return;
        }

        switch (name)
        {
            case "RunTimeCountersPerThread":
                _counters.Read(node.Counters);
                break;
            case "ColumnReference":
                if (node.Element.Length == 0)
                    node.Flags |= OperatorFlags.Output;
                break;
            case "Object":
                ReadObject(node);
                break;
            case "Predicate":
                node.Flags |= OperatorFlags.Predicate;
                break;
            case "SeekPredicates":
                node.Flags |= OperatorFlags.SeekPredicates;
                break;
            case "GroupBy" or "HashKeysBuild":
                Mark(node, OperatorFlags.Groups, !reader.IsEmptyElement);
                break;
        }
    }

    private void ReadOwnAttribute(string name, ServerOperator node)
    {
        switch (name)
        {
            case "PhysicalOp":
                node.Physical = attributes.Name();
                break;
            case "LogicalOp":
                node.Logical = attributes.Name();
                break;
            case "EstimateRows":
                node.EstimateRows = attributes.Number();
                break;
            case "EstimatedRowsRead":
                node.EstimatedRowsRead = attributes.Number();
                break;
            case "TableCardinality":
                node.TableCardinality = attributes.Number();
                break;
            case "AvgRowSize":
                node.Width = OrZero(attributes.Number());
                break;
            case "EstimateIO":
                node.Io = attributes.Number();
                break;
            case "EstimateCPU":
                node.Cpu = attributes.Number();
                break;
            case "EstimateRebinds":
                node.Rebinds = OrZero(attributes.Number());
                break;
            case "EstimateRewinds":
                node.Rewinds = OrZero(attributes.Number());
                break;
            case "EstimatedTotalSubtreeCost":
                node.SubtreeCost = attributes.Number();
                break;
            default:
                ReadRareAttribute(name, node);
                break;
        }
    }

    private void ReadRareAttribute(string name, ServerOperator node)
    {
        switch (name)
        {
            case "Parallel":
                Mark(node, OperatorFlags.Parallel, attributes.Flag());
                break;
            case "EstimatedExecutionMode":
                Mark(node, OperatorFlags.Batch, attributes.Value() is "Batch");
                break;
            case "EstimatedJoinType":
                node.EstimatedJoin = attributes.Name();
                break;
        }
    }

    /// <summary>The operator's own element and its attributes; lists that every operator has are passed over.</summary>
    private void ReadElement(string name, ServerOperator node)
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
        while (reader.MoveToNextAttribute())
            ReadElementAttribute(reader.LocalName, node);
        reader.MoveToElement();
    }

    private void ReadElementAttribute(string name, ServerOperator node)
    {
        switch (name)
        {
            case "Ordered":
                Mark(node, OperatorFlags.Ordered, attributes.Flag());
                break;
            case "Lookup":
                Mark(node, OperatorFlags.Lookup, attributes.Flag());
                break;
            case "Storage":
                ReadStorage(node);
                break;
            case "PartitioningType":
                node.Partitioning = attributes.Name();
                break;
            case "Rows":
                node.TopRows = attributes.Number();
                break;
            case "PrimaryNodeId":
                node.Flags |= OperatorFlags.SecondarySpool;
                break;
        }
    }

    private void ReadObject(ServerOperator node)
    {
        if (node.Is(OperatorFlags.Object))
            return;
        node.Flags |= OperatorFlags.Object;
        string schema = "",
            table = "";
        while (reader.MoveToNextAttribute())
        {
            switch (reader.LocalName)
            {
                case "Schema":
                    schema = attributes.BareName();
                    break;
                case "Table":
                    table = attributes.BareName();
                    break;
                case "Index":
                    node.Index = attributes.BareName();
                    break;
                case "IndexKind":
                    node.IndexKind = attributes.Name();
                    break;
                case "Storage":
                    ReadStorage(node);
                    break;
            }
        }

        reader.MoveToElement();
        if (table.Length > 0)
            node.Table = schema.Length > 0 ? attributes.Joined(schema, table) : table;
    }

    private void ReadStorage(ServerOperator node) =>
        Mark(node, OperatorFlags.ColumnStore, attributes.Value() is "ColumnStore");

    private static void Mark(ServerOperator node, OperatorFlags flag, bool isSet)
    {
        if (isSet)
            node.Flags |= flag;
    }

    private static double OrZero(double value) => double.IsNaN(value) ? 0 : value;
}
