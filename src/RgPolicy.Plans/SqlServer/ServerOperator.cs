using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>One RelOp as the server printed it; a figure that is not printed is not a number.</summary>
internal sealed class ServerOperator(int id, ServerOperator? parent, int xmlDepth)
{
    private static readonly List<ServerOperator> NoInputs = [];
    private static readonly Counters NoCounters = new();

    private List<ServerOperator>? _inputs;
    private Counters? _counters;
    private OperatorKind? _kind;

    public int Id { get; } = id;

    public ServerOperator? Parent { get; } = parent;

    /// <summary>Depth of the element in its document.</summary>
    public int XmlDepth { get; } = xmlDepth;

    /// <summary>Position among the inputs of its parent.</summary>
    public int Place { get; private set; }

    public List<ServerOperator> Inputs => _inputs ?? NoInputs;

    /// <summary>What it does; asked only when all of it has been read.</summary>
    public OperatorKind Kind => _kind ??= OperatorKinds.Of(this);

    public string Physical { get; set; } = "?";

    public string Logical { get; set; } = "";

    /// <summary>The element that holds the operator's own properties, such as IndexScan.</summary>
    public string Element { get; set; } = "";

    public double EstimateRows { get; set; } = double.NaN;

    public double EstimatedRowsRead { get; set; } = double.NaN;

    public double TableCardinality { get; set; } = double.NaN;

    public double Width { get; set; }

    public double Io { get; set; } = double.NaN;

    public double Cpu { get; set; } = double.NaN;

    public double Rebinds { get; set; }

    public double Rewinds { get; set; }

    public double SubtreeCost { get; set; } = double.NaN;

    /// <summary>The join that an adaptive join is expected to be.</summary>
    public string EstimatedJoin { get; set; } = "";

    /// <summary>Rows of Top N Sort; not a number without.</summary>
    public double TopRows { get; set; } = double.NaN;

    public string? Table { get; set; }

    public string Index { get; set; } = "";

    public string IndexKind { get; set; } = "";

    public string Partitioning { get; set; } = "";

    public OperatorFlags Flags { get; set; }

    /// <summary>Never written to where the operator was not measured.</summary>
    public Counters Counters => _counters ?? NoCounters;

    /// <summary>The counters to add to.</summary>
    public Counters Measure() => _counters ??= new();

    public void Append(ServerOperator input)
    {
        _inputs ??= new(2);
        input.Place = _inputs.Count;
        _inputs.Add(input);
    }

    public bool Is(OperatorFlags flag) => (Flags & flag) != OperatorFlags.None;
}
