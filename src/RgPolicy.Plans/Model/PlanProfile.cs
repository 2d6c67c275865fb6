using System.Collections.Immutable;

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
