namespace RgPolicy.HtapBench.Measure;

/// <summary>One measured run.</summary>
internal sealed record RunResult
{
    public required bool Governed { get; init; }

    /// <summary>OLTP latency from the scheduled start, or null without OLTP.</summary>
    public Quantiles? Oltp { get; init; }

    /// <summary>OLTP transactions per second.</summary>
    public double OltpPerSecond { get; init; } = double.NaN;

    /// <summary>Analytic queries per second, each counted by its calibrated weight and by its part
    /// within the run.</summary>
    public double AnalyticPerSecond { get; init; } = double.NaN;

    /// <summary>Durations of the analytic queries, or null without any.</summary>
    public Quantiles? Analytic { get; init; }

    /// <summary>Rows loaded per second.</summary>
    public double CopyRowsPerSecond { get; init; } = double.NaN;

    /// <summary>Indexes built per second, each counted by its part within the run.</summary>
    public double IndexesPerSecond { get; init; } = double.NaN;

    /// <summary>Tables filled by INSERT ... SELECT per second, each counted by its part within the run.</summary>
    public double InsertsPerSecond { get; init; } = double.NaN;

    /// <summary>What was waited for, or null where nobody looked.</summary>
    public WaitTally? Waits { get; init; }

    /// <summary>What governing cost, or null when ungoverned.</summary>
    public OwnCost? Cost { get; init; }
}
