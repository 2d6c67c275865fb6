using RgPolicy.HtapBench.Load;

namespace RgPolicy.HtapBench.Options;

/// <summary>What to measure, and how long.</summary>
internal sealed record BenchOptions
{
    /// <summary>The scenarios in the order in which they run.</summary>
    public required IReadOnlyList<string> Scenarios { get; init; }

    /// <summary>Pairs of one ungoverned and one governed run.</summary>
    public required int Pairs { get; init; }

    /// <summary>Seconds measured in each run.</summary>
    public required int Seconds { get; init; }

    /// <summary>Seconds of load before the measured part of each run.</summary>
    public required int WarmUpSeconds { get; init; }

    /// <summary>OLTP transactions per second; null: 400 where the rate is moderate, found by a probe
    /// where it is near saturation.</summary>
    public int? Rate { get; init; }

    /// <summary>Clients of the OLTP.</summary>
    public int Clients { get; init; } = 4;

    /// <summary>Programs beside the server that compute without end.</summary>
    public int Compilers { get; init; }

    /// <summary>What the analysts read.</summary>
    public AnalyticTables Tables { get; init; }

    /// <summary>A standby on the same machine that applies what the server writes.</summary>
    public bool HasReplica { get; init; }

    /// <summary>How much of the fact table each analytic query reads: 1 for all of it, 0.1 for queries a tenth as long;
    /// above 1 as often.</summary>
    public double Length { get; init; } = 1;

    /// <summary>Sizes of the six joins of the scenario <c>joins</c>.</summary>
    public int JoinSizes { get; init; } = 1;

    /// <summary>The weight of their pool, beside 1000 of the protected one.</summary>
    public int JoinWeight { get; init; } = 400;

    /// <summary>Each pair also has a run governed by the simplest script that could do the same.</summary>
    public bool BesideSimple { get; init; }

    /// <summary>What slow statements of the OLTP wait for, and the load, is looked at and reported.</summary>
    public bool ShowsWaits { get; init; }

    /// <summary>Rows of few bytes are loaded.</summary>
    public bool HasSmallRows { get; init; }

    /// <summary>Settings of the loading role in governed runs, each <c>name=value</c>, as <c>rgp apply</c> sets
    /// some.</summary>
    public IReadOnlyList<string> LoaderSettings { get; init; } = [];

    /// <summary>Settings of the server over the usual ones, each <c>name=value</c>.</summary>
    public IReadOnlyList<string> ServerSettings { get; init; } = [];

    /// <summary>Streams of the bulk load.</summary>
    public required int Loaders { get; init; }

    /// <summary>The policy that governs.</summary>
    public required string Policy { get; init; }

    /// <summary>Where the whole result goes as JSON, or null.</summary>
    public string? Json { get; init; }

    /// <summary>Where the scenario <c>recording</c> writes what it records.</summary>
    public required string RecordingFile { get; init; }

    /// <summary>Seed of the load's random choices and of the bootstrap.</summary>
    public required int Seed { get; init; }

    /// <summary>The size of the data, 1 for the full size (fact table about 700 MB).</summary>
    public required double Scale { get; init; }

    /// <summary>The size of the fact table besides, where no analyst reads it.</summary>
    public double Facts { get; init; } = 1;

    /// <summary>In the scenario <c>sessions</c>: somebody asks for the page and for the status, each
    /// once a second.</summary>
    public bool Reader { get; init; }

    /// <summary>Sidecar and service have a share of the processors of their own, as units do; the figures in
    /// docs/measurements/benchmark.md are without.</summary>
    public bool HasOwnShare { get; init; }

    /// <summary>In the scenario <c>start</c>: no file is in the page cache when a program starts, as after a
    /// boot.</summary>
    public bool IsCold { get; init; }

    /// <summary>Keep the cluster's directory and the logs.</summary>
    public required bool Keep { get; init; }
}
