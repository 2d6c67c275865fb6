using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>One RelOp as the server printed it; a figure that is not printed is not a number.</summary>
internal sealed class ServerOperator
{
    /// <summary>What an operator does that does not say it.</summary>
    public const string Nameless = "?";

    private OperatorKind? _kind;

    public int Id { get; private set; }
    public ServerOperator? Parent { get; private set; }

    /// <summary>Depth of the element in its document.</summary>
    public int XmlDepth { get; private set; }

    /// <summary>Position among the inputs of its parent.</summary>
    public int Place { get; private set; }

    public List<ServerOperator> Inputs { get; } = [];

    /// <summary>What it does; asked only when all of it has been read.</summary>
    public OperatorKind Kind => _kind ??= OperatorKinds.Of(this);

    /// <summary>How often it runs; known once all operators have been read.</summary>
    public SqlServerFlow Flow { get; set; }

    public string Physical { get; set; } = Nameless;
    public string Logical { get; set; } = "";

    /// <summary>The element that holds the operator's own properties, such as IndexScan.</summary>
    public string Element { get; set; } = "";

    public double EstimateRows { get; set; }
    public double EstimatedRowsRead { get; set; }
    public double TableCardinality { get; set; }
    public double Width { get; set; }
    public double Io { get; set; }
    public double Cpu { get; set; }
    public double Rebinds { get; set; }
    public double Rewinds { get; set; }
    public double SubtreeCost { get; set; }

    /// <summary>The join that an adaptive join is expected to be.</summary>
    public string EstimatedJoin { get; set; } = "";

    /// <summary>Rows of Top N Sort; not a number without.</summary>
    public double TopRows { get; set; }

    public string Schema { get; set; } = "";

    /// <summary>With its schema, once all of it has been read.</summary>
    public string? Table { get; set; }

    public string Index { get; set; } = "";
    public string Partitioning { get; set; } = "";
    public OperatorFlags Flags { get; private set; }
    public Counters Counters { get; } = new();

    /// <summary>Executions by the estimate.</summary>
    public double EstimatedExecutions => 1 + Rebinds + Rewinds;

    /// <summary>Threads that ran it; 1 where it was not measured.</summary>
    public int Threads => Counters.Exist ? Math.Max(1, Counters.Threads) : 1;

    /// <summary>Takes the place of whatever operator this was before, below its parent.</summary>
    public void Become(int id, ServerOperator? parent, int xmlDepth)
    {
        (Id, Parent, XmlDepth, Place, _kind, Flow) = (id, parent, xmlDepth, 0, null, default);
        (Physical, Logical, Element, EstimatedJoin, Schema) = (Nameless, "", "", "", "");
        (Table, Index, Partitioning, Flags) = (null, "", "", OperatorFlags.None);
        EstimateRows = EstimatedRowsRead = TableCardinality = Io = Cpu = SubtreeCost = TopRows = double.NaN;
        Width = Rebinds = Rewinds = 0;
        Inputs.Clear();
        Counters.Clear();
        parent?.Append(this);
    }

    public bool Is(OperatorFlags flag) => (Flags & flag) != OperatorFlags.None;

    public void Mark(OperatorFlags flag, bool isSet) => Flags |= isSet ? flag : OperatorFlags.None;

    private void Append(ServerOperator input)
    {
        input.Place = Inputs.Count;
        Inputs.Add(input);
    }
}

/// <summary>Properties of a RelOp that are there or not.</summary>
[Flags]
internal enum OperatorFlags
{
    None = 0,
    Parallel = 1,
    Batch = 1 << 1,
    Predicate = 1 << 2,
    SeekPredicates = 1 << 3,
    Ordered = 1 << 4,
    Lookup = 1 << 5,
    ColumnStore = 1 << 6,
    Groups = 1 << 7,
    Output = 1 << 8,

    /// <summary>Reads what another spool keeps.</summary>
    SecondarySpool = 1 << 9,

    /// <summary>Has an object of its own, such as a table or a work table.</summary>
    Object = 1 << 10,
}

/// <summary>Run-time counters of one operator, summed over its threads; a counter that is not printed
/// is not a number.</summary>
internal sealed class Counters
{
    /// <summary>True when the operator was measured.</summary>
    public bool Exist { get; set; }

    public double Rows { get; set; }
    public double RowsRead { get; set; }

    /// <summary>Rows that a column store aggregated before they became rows.</summary>
    public double RowsAggregated { get; set; }

    public double Executions { get; private set; }

    /// <summary>Threads that ran it at least once.</summary>
    public int Threads { get; private set; }

    /// <summary>Pages, large objects included.</summary>
    public double PagesRead { get; set; }

    public double UsedMemoryKilobytes { get; set; }
    public double SegmentReads { get; set; }
    public double SegmentSkips { get; set; }
    public string ActualJoin { get; set; } = "";

    /// <summary>Adds the executions of one more thread.</summary>
    public void AddExecutions(AttributeReader value)
    {
        var executions = value.Number();
        Threads += executions > 0 ? 1 : 0;
        Executions = AttributeReader.Add(Executions, executions);
    }

    /// <summary>As before anything was measured.</summary>
    public void Clear()
    {
        Rows = RowsRead = RowsAggregated = Executions = PagesRead = double.NaN;
        UsedMemoryKilobytes = SegmentReads = SegmentSkips = double.NaN;
        (Exist, Threads, ActualJoin) = (false, 0, "");
    }
}
