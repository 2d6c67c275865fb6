namespace RgPolicy.Plans;

/// <summary>What a plan tells about one statement.</summary>
public sealed record PlanProfile
{
    /// <summary>The profile of a statement of which nothing may be concluded.</summary>
    internal static PlanProfile Unknown(string reason) =>
        new()
        {
            Shape = PlanShape.Unknown,
            ShapeProvenance = Provenance.Unknown,
            Reason = reason,
        };

    /// <summary>The shape.</summary>
    public required PlanShape Shape { get; init; }

    /// <summary>The winner's share of all weighted work, 0 to 1; null where weights played no part.</summary>
    public double? ShapeShare { get; init; }

    /// <summary>The second strongest family's shape, or null.</summary>
    public PlanShape? RunnerUp { get; init; }

    /// <summary>The runner-up's share, 0 to 1.</summary>
    public double? RunnerUpShare { get; init; }

    /// <summary>Where the shape comes from.</summary>
    public Provenance ShapeProvenance { get; init; } = Provenance.Estimate;

    /// <summary>Why this shape, in words for a DBA.</summary>
    public string Reason { get; init; } = "";

    /// <summary>True when rows are written.</summary>
    public bool Writes { get; init; }

    /// <summary>What it does to the cache, against the LLC that was given.</summary>
    public CacheUse CacheUse { get; init; } = CacheUse.Sensitive;

    /// <summary>Locality against the LLC that was given.</summary>
    public PlanLocality? Locality { get; init; }

    /// <summary>Whether data are touched again.</summary>
    public Temporality? Temporality { get; init; }

    /// <summary>Bytes of structures alive at the same time, at most.</summary>
    public Figure WorkingSetBytes { get; init; } = Figure.Unknown;

    /// <summary>Bytes read in sequence.</summary>
    public Figure StreamedBytes { get; init; } = Figure.Unknown;

    /// <summary>Rows fetched by point access.</summary>
    public Figure RandomAccesses { get; init; } = Figure.Unknown;

    /// <summary>Rows read, fetched, written and returned.</summary>
    public Figure RowsTouched { get; init; } = Figure.Unknown;

    /// <summary>Rows returned to the client.</summary>
    public Figure RowsReturned { get; init; } = Figure.Unknown;

    /// <summary>Work memory wanted, bytes.</summary>
    public Figure MemoryGrantBytes { get; init; } = Figure.Unknown;

    /// <summary>Degree of parallelism; 1 is serial, PostgreSQL counts the leader.</summary>
    public Figure Dop { get; init; } = Figure.Unknown;

    /// <summary>The optimiser's cost in its own unit.</summary>
    public Figure Cost { get; init; } = Figure.Unknown;

    /// <summary>Tables touched, distinct, as the server names them.</summary>
    public ImmutableArray<string> Tables { get; init; } = [];

    /// <summary>Every operator in document order.</summary>
    public ImmutableArray<PlanOperator> Operators { get; init; } = [];
}

/// <summary>Whether data are touched again [DaMoN'21].</summary>
public enum Temporality
{
    /// <summary>A working set is used again and again.</summary>
    Temporal,

    /// <summary>Sequential only.</summary>
    NonTemporal,
}

/// <summary>Locality strength against an LLC of a given size [VLDB'09].</summary>
public enum PlanLocality
{
    /// <summary>Structures well below the LLC.</summary>
    Strong,

    /// <summary>Structures about as large as the LLC.</summary>
    Moderate,

    /// <summary>Structures far above the LLC, index joins, or a pure stream.</summary>
    Weak,
}

/// <summary>One operator of a plan with its own figures; totals over the whole execution of the statement.</summary>
/// <param name="Id">Number in document order, from 0.</param>
/// <param name="Parent">The parent's number, or null for a root.</param>
/// <param name="Name">The server's name for it.</param>
/// <param name="Family">Its family.</param>
/// <param name="Rows">Rows out.</param>
/// <param name="Executions">How often it ran.</param>
/// <param name="StructureBytes">Memory accessed at random.</param>
/// <param name="StreamedBytes">Bytes read in sequence.</param>
/// <param name="Weight">Its weighted work, see the shape rules.</param>
public sealed record PlanOperator(
    int Id,
    int? Parent,
    string Name,
    OperatorFamily Family,
    Figure Rows,
    Figure Executions,
    Figure StructureBytes,
    Figure StreamedBytes,
    double Weight
)
{
    /// <summary>The table it reaches, or null.</summary>
    public string? Table { get; init; }
}

/// <summary>The families of plan operators (docs: classification).</summary>
public enum OperatorFamily
{
    /// <summary>Sequential access to a base table, index range or column store.</summary>
    Scan,

    /// <summary>Seek or look-up of few rows per execution.</summary>
    Point,

    /// <summary>Join.</summary>
    Join,

    /// <summary>Grouping, distinct, window.</summary>
    Aggregate,

    /// <summary>Sort.</summary>
    Sort,

    /// <summary>Gather, repartition, broadcast.</summary>
    Exchange,

    /// <summary>Insert, update, delete, merge.</summary>
    Write,

    /// <summary>Materialised intermediate rows.</summary>
    Spool,

    /// <summary>Everything else.</summary>
    Other,
}

/// <summary>What a statement does to the last-level cache [after ICDE'18].</summary>
public enum CacheUse
{
    /// <summary>Small streams and a small working set.</summary>
    Neutral,

    /// <summary>Streams much and gains nothing from the cache.</summary>
    Polluting,

    /// <summary>May gain from the cache; also the safe default.</summary>
    Sensitive,
}
