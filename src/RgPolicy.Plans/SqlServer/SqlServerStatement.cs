using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>One Stmt element as the server printed it.</summary>
internal sealed class SqlServerStatement(int ordinal, int xmlDepth)
{
    private const double Kilobyte = 1024;
    private const double AssumedDop = 2;

    private Dictionary<string, ServerOperator>? _writers;

    public int Ordinal { get; } = ordinal;

    /// <summary>Depth of the element in its document.</summary>
    public int XmlDepth { get; } = xmlDepth;

    /// <summary>True when the document stops or breaks inside of it.</summary>
    public bool IsCut { get; set; }

    public string Type { get; set; } = "";
    public string? Text { get; set; }
    public string? Id { get; set; }
    public string? QueryHash { get; set; }
    public string? PlanHash { get; set; }

    public double Cost { get; set; } = double.NaN;

    /// <summary>Degree of parallelism while it ran; not a number, or 0, where it is only estimated.</summary>
    public double Dop { get; set; } = double.NaN;

    public double AvailableDop { get; set; } = double.NaN;
    public double AvailableGrantKilobytes { get; set; } = double.NaN;
    public double SerialDesiredKilobytes { get; set; } = double.NaN;
    public double GrantedKilobytes { get; set; } = double.NaN;
    public double MaxUsedKilobytes { get; set; } = double.NaN;

    /// <summary>Every operator, parents before children.</summary>
    public List<ServerOperator> Operators { get; } = [];

    public ServerOperator? Open { get; set; }

    /// <summary>
    /// The operator that counts of those that write into a table, the first that changes the table itself: a further
    /// index changes the same rows again, perhaps each as a deletion and an insertion.
    /// </summary>
    public Dictionary<string, ServerOperator> Writers => _writers ??= ChooseWriters();

    /// <summary>Threads of a plan that has parallel parts: at run time, else what the optimiser assumed.</summary>
    public double Threads =>
        Dop > 0 ? Dop
        : AvailableDop > 1 ? AvailableDop
        : AssumedDop;

    /// <summary>Memory that sorts and hash tables together used; unknown where it was not measured.</summary>
    public Quantity UsedMemory => Bytes(MaxUsedKilobytes, Provenance.Actual);

    /// <summary>What the statement asks for: granted, else desired by the serial plan; unknown where
    /// neither is printed.</summary>
    public Quantity Grant
    {
        get
        {
            var granted = Bytes(GrantedKilobytes, Provenance.Actual);
            return !granted.IsKnown && SerialDesiredKilobytes >= 0
                ? new(SerialDesiredKilobytes * Kilobyte, Provenance.Estimate)
                : granted;
        }
    }

    /// <summary>Memory that a sort or a hash table has: what it used, else what the statement used, was granted or could
    /// be granted. Unknown where the plan says nothing: then nothing is capped.</summary>
    public Quantity Budget(ServerOperator node)
    {
        if (node.Counters.UsedMemoryKilobytes > 0)
            return Bytes(node.Counters.UsedMemoryKilobytes, Provenance.Actual);
        if (MaxUsedKilobytes > 0)
            return UsedMemory;
        return Bytes(GrantedKilobytes > 0 ? GrantedKilobytes : AvailableGrantKilobytes, Provenance.Estimate);
    }

    private Dictionary<string, ServerOperator> ChooseWriters()
    {
        var chosen = new Dictionary<string, ServerOperator>(StringComparer.Ordinal);
        foreach (var node in Operators)
        {
            if (node is not { Kind: OperatorKind.Write, Table: { } table })
                continue;
            if (!chosen.TryGetValue(table, out var other) || (IsFurtherIndex(other) && !IsFurtherIndex(node)))
                chosen[table] = node;
        }

        return chosen;
    }

    private static bool IsFurtherIndex(ServerOperator node) =>
        node.Physical.StartsWith("Index ", StringComparison.Ordinal);

    private static Quantity Bytes(double kilobytes, Provenance provenance) =>
        kilobytes > 0 ? new(kilobytes * Kilobyte, provenance) : Quantity.Unknown;
}
