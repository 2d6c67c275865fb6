using System.Collections.Frozen;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Targets;

/// <summary>Which signals no server of a kind tells: they are absent there, whatever runs.</summary>
public static class SignalCapability
{
    private const string Everywhere = "";
    private const string P95 = "history.p95_elapsed";
    private const string MeanCpu = "history.mean_cpu";
    private const string MeanReads = "history.mean_reads";
    private const string WorkingSet = SignalCatalog.MeasuredWorkingSet;
    private const string Stream = SignalCatalog.MeasuredStream;

    private static readonly FrozenDictionary<string, string[]> Untold = new Dictionary<string, string[]>(
        StringComparer.Ordinal
    )
    {
        [Everywhere] = ["host.memory.bandwidth"],
        // Samples of memory are of processes: there is none of its own for a query but in PostgreSQL.
        ["sqlserver"] = [SignalCatalog.RunningPhase, WorkingSet, Stream],
        // A process of its own for each session tells processor time and reads, where it is on this host.
        ["postgresql"] = ["request.writes", "request.memory", P95, MeanCpu],
        ["mariadb"] = ["request.writes", SignalCatalog.RunningPhase, WorkingSet, Stream, P95, MeanCpu, MeanReads],
        ["mysql"] =
        [
            "request.writes",
            "request.memory",
            SignalCatalog.RunningPhase,
            WorkingSet,
            Stream,
            MeanCpu,
            MeanReads,
        ],
    }.ToFrozenDictionary(StringComparer.Ordinal);

    /// <summary>Whether a server of this kind tells the signal of some statement.</summary>
    public static bool IsTold(Signal signal, string dbmsKind) =>
        !IsNeverTold(signal)
        && !(Untold.TryGetValue(dbmsKind, out var names) && names.Contains(signal.Name, StringComparer.Ordinal));

    /// <summary>Whether the host's kernel tells it, where it measures pressure (PSI).</summary>
    public static bool IsPressure(Signal signal) =>
        signal.Phase == SignalPhase.Host && signal.Name.EndsWith(".pressure", StringComparison.Ordinal);

    /// <summary>Whether no server tells it in this version.</summary>
    public static bool IsNeverTold(Signal signal) => Untold[Everywhere].Contains(signal.Name, StringComparer.Ordinal);
}
