using RgPolicy.Engine.Observe;
using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Outcomes;

namespace RgPolicy.Simulation.Running;

/// <summary>Counts what each query of the mix has got.</summary>
internal sealed class RunTally(int kinds)
{
    private readonly Line[] _lines = [.. Enumerable.Range(0, kinds).Select(_ => new Line())];

    /// <summary>Takes in what runs, for a time at the present speeds.</summary>
    public void Pass(Execution execution, double seconds)
    {
        var line = _lines[execution.Kind.Index];
        foreach (var group in execution.Groups)
        {
            var done = group.Rate * seconds;
            line.Executions += done / execution.Kind.Loads.Length;
            line.Accesses += done * group.Load.Accesses;
            line.Hits += done * group.Load.Accesses * group.HitRatio;
            line.Bytes += done * group.MemoryLines * MachineModel.LineBytes;
        }
    }

    /// <summary>An execution has ended.</summary>
    public void End(Execution execution, double now)
    {
        var line = _lines[execution.Kind.Index];
        line.Finished++;
        line.Seconds += now - execution.Started;
        line.CpuSeconds += execution.Used;
        line.LastEnd = now;
    }

    /// <summary>Executions have not ended when the run does.</summary>
    /// <param name="kind">Of what.</param>
    /// <param name="count">How many.</param>
    /// <param name="seconds">How long ago they came, together.</param>
    public void Leave(QueryKind kind, long count, double seconds)
    {
        var line = _lines[kind.Index];
        line.Unfinished += count;
        line.UnfinishedSeconds += seconds;
    }

    /// <summary>What the governor has decided for an execution.</summary>
    public void Classed(QueryKind kind, string className, string pool)
    {
        var counts = _lines[kind.Index].Classes;
        counts[(className, pool)] = counts.GetValueOrDefault((className, pool)) + 1;
    }

    /// <summary>What a server's history would tell of earlier executions.</summary>
    public HistoryFacts? HistoryOf(QueryKind kind)
    {
        var line = _lines[kind.Index];
        return line.Finished == 0
            ? null
            : new HistoryFacts(
                line.Finished,
                TimeSpan.FromSeconds(line.Seconds / line.Finished),
                null,
                TimeSpan.FromSeconds(line.CpuSeconds / line.Finished),
                null
            );
    }

    /// <summary>The outcome, query by query.</summary>
    public ImmutableArray<QueryOutcome> Outcomes(IReadOnlyList<QueryKind> all, double seconds) =>
        [.. all.Select(kind => _lines[kind.Index].Outcome(kind.Query.Name, seconds))];

    private sealed class Line
    {
        public double Executions { get; set; }
        public double Accesses { get; set; }
        public double Hits { get; set; }
        public double Bytes { get; set; }
        public int Finished { get; set; }
        public double Seconds { get; set; }
        public double CpuSeconds { get; set; }
        public double LastEnd { get; set; }
        public long Unfinished { get; set; }
        public double UnfinishedSeconds { get; set; }
        public Dictionary<(string Class, string Pool), int> Classes { get; } = [];

        public QueryOutcome Outcome(string name, double seconds)
        {
            var (className, pool) = Classes.Count > 0 ? Classes.MaxBy(each => each.Value).Key : ("", "");
            return new QueryOutcome
            {
                Name = name,
                Class = className,
                Pool = pool,
                Executions = Executions,
                Finished = Finished,
                MeanSeconds = Finished > 0 ? Seconds / Finished : null,
                Unfinished = Unfinished,
                ResponseSeconds = Executions > 0 ? (Seconds + UnfinishedSeconds) / Executions : null,
                Accesses = Accesses,
                HitRatio = Accesses > 0 ? Hits / Accesses : null,
                BytesPerSecond = seconds > 0 ? Bytes / seconds : 0,
                LastEnd = LastEnd,
            };
        }
    }
}
