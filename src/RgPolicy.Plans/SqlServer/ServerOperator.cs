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

    public string? Table { get; set; }

    public string Index { get; set; } = "";

    public string IndexKind { get; set; } = "";

    public string Partitioning { get; set; } = "";

    public OperatorFlags Flags { get; set; }

    public Counters Counters { get; } = new();

    /// <summary>Takes the place of whatever operator this was before, below its parent.</summary>
    public void Become(int id, ServerOperator? parent, int xmlDepth)
    {
        (Id, Parent, XmlDepth, Place, _kind) = (id, parent, xmlDepth, 0, null);
        (Physical, Logical, Element, EstimatedJoin) = (Nameless, "", "", "");
        (Table, Index, IndexKind, Partitioning, Flags) = (null, "", "", "", OperatorFlags.None);
        EstimateRows = EstimatedRowsRead = TableCardinality = Io = Cpu = SubtreeCost = TopRows = double.NaN;
        Width = Rebinds = Rewinds = 0;
        Inputs.Clear();
        Counters.Clear();
        parent?.Append(this);
    }

    public bool Is(OperatorFlags flag) => (Flags & flag) != OperatorFlags.None;

    private void Append(ServerOperator input)
    {
        input.Place = Inputs.Count;
        Inputs.Add(input);
    }
}
