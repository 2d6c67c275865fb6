using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Observe;

/// <summary>Fills what changes while a query runs, without allocating. What no observer measures is absent.</summary>
internal static class ChangingSignals
{
    private static readonly int Elapsed = Ordinal("request.elapsed");
    private static readonly int Cpu = Ordinal("request.cpu");
    private static readonly int Reads = Ordinal("request.reads");
    private static readonly int Writes = Ordinal("request.writes");
    private static readonly int Memory = Ordinal("request.memory");
    private static readonly int Workers = Ordinal("request.workers");
    private static readonly int Blocking = Ordinal("request.blocking");
    private static readonly int Phase = Ordinal(SignalCatalog.RunningPhase);
    private static readonly int WorkingSet = Ordinal(SignalCatalog.MeasuredWorkingSet);
    private static readonly int Streamed = Ordinal(SignalCatalog.MeasuredStream);
    private static readonly int CpuPressure = Ordinal("host.cpu.pressure");
    private static readonly int IoPressure = Ordinal("host.io.pressure");
    private static readonly int MemoryPressure = Ordinal("host.memory.pressure");
    private static readonly int Active = Ordinal("dbms.active");

    private static readonly ulong OfFigures =
        1UL << Cpu | 1UL << Reads | 1UL << Writes | 1UL << Memory | 1UL << Workers | SignalMasks.Sampled;

    private static readonly int[] NeverMeasured = [.. SignalMasks.Names(SignalMasks.NeverMeasured).Select(Ordinal)];

    /// <summary>Those of the wanted signals that differ from query to query.</summary>
    public static void FillQuery(SignalValues values, ObservedQuery query, Observation observation, ulong wanted)
    {
        if (SignalMasks.Has(wanted, Elapsed))
        {
            var ticks = Math.Max(0, (observation.Time - query.Started).Ticks);
            values[Elapsed] = SignalValue.Of(ticks / (decimal)TimeSpan.TicksPerSecond);
        }

        if ((wanted & OfFigures) != 0)
            FillFigures(values, observation.FiguresOf(query), query.Workers.Length);

        if (SignalMasks.Has(wanted, Phase))
            values[Phase] = query.Phase is { } phase ? SignalValue.Of((int)phase) : SignalValue.Absent;

        if (SignalMasks.Has(wanted, Blocking))
        {
            values[Blocking] = observation.Blocking is { } blocking
                ? SignalValue.Of(CountBlocked(blocking, query))
                : SignalValue.Absent;
        }
    }

    private static void FillFigures(SignalValues values, RequestFigures? measured, int processes)
    {
        values[Workers] = SignalDomain.Of(SignalType.Count, measured?.Workers ?? processes);
        values[Cpu] = SignalDomain.Of(SignalType.Duration, measured?.Cpu?.Ticks / (decimal)TimeSpan.TicksPerSecond);
        values[Reads] = Bytes(measured?.ReadBytes);
        values[Writes] = Bytes(measured?.WriteBytes);
        values[Memory] = Bytes(measured?.MemoryBytes);
        values[WorkingSet] = Bytes(measured?.Sampled?.WorkingSetBytes);
        values[Streamed] = SignalDomain.Of(SignalType.BytesPerSecond, measured?.Sampled?.StreamedPerSecond);
    }

    private static SignalValue Bytes(long? measured) => SignalDomain.Of(SignalType.Bytes, measured);

    /// <summary>What is the same for all queries of an observation, and what is not measured.</summary>
    public static void FillTurn(SignalValues values, Observation observation)
    {
        FillTarget(values, observation);
        if (observation.Given is not null)
            return;

        foreach (var ordinal in NeverMeasured)
            values[ordinal] = SignalValue.Absent;
    }

    /// <summary>What concerns the whole target: the host's pressure, and how much runs.</summary>
    public static void FillTarget(SignalValues values, Observation observation)
    {
        if (observation.Given is { } given)
        {
            given.Fill(values, observation.Time);
            return;
        }

        values[Active] = SignalValue.Of(observation.Queries.Length);
        values[CpuPressure] = Percent(observation.Pressure?.Cpu);
        values[IoPressure] = Percent(observation.Pressure?.Io);
        values[MemoryPressure] = Percent(observation.Pressure?.Memory);
    }

    /// <summary>How many backends wait for the query or one of its workers.</summary>
    public static int CountBlocked(IReadOnlyDictionary<int, int> blocking, ObservedQuery query)
    {
        blocking.TryGetValue(query.ProcessId, out var count);
        foreach (var worker in query.Workers)
        {
            blocking.TryGetValue(worker, out var byWorker);
            count += byWorker;
        }

        return count;
    }

    private static SignalValue Percent(double? pressure) =>
        pressure is >= 0 and <= 100 ? SignalValue.Of((decimal)pressure.Value) : SignalValue.Absent;

    private static int Ordinal(string name) => SignalCatalog.Get(name).Ordinal;
}
