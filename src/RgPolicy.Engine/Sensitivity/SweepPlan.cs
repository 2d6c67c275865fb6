namespace RgPolicy.Engine.Sensitivity;

/// <summary>
/// The order of all runs: every cell once in each repeat, in an order that is drawn anew, so that what drifts on the
/// machine falls on all cells alike; with baselines between them, which show the drift.
/// </summary>
internal static class SweepPlan
{
    /// <summary>Cells between two baselines.</summary>
    public const int CellsPerBaseline = 6;

    /// <summary>The runs.</summary>
    /// <param name="sweeps">Levers with their settings.</param>
    /// <param name="repeats">Runs of each cell, at least 1.</param>
    /// <param name="seed">Draws the order; the same for the same number.</param>
    /// <param name="grid">Two levers to set together; may be null.</param>
    public static ImmutableArray<PlannedRun> Of(
        ImmutableArray<Sweep> sweeps,
        int repeats,
        int seed,
        SweepGrid? grid = null
    )
    {
        var random = new Random(seed);
        var runs = ImmutableArray.CreateBuilder<PlannedRun>();
        var baselines = 0;
        for (var repeat = 0; repeat < repeats; repeat++)
        {
            PlannedRun[] cells = [.. CellsOf(sweeps, repeat), .. CellsOf(grid, repeat)];
            random.Shuffle(cells);
            for (var i = 0; i < cells.Length; i++)
            {
                if (i % CellsPerBaseline == 0)
                    runs.Add(new PlannedRun(runs.Count, null, null, baselines++));
                runs.Add(cells[i] with { Number = runs.Count });
            }
        }

        runs.Add(new PlannedRun(runs.Count, null, null, baselines));
        return runs.ToImmutable();
    }

    private static IEnumerable<PlannedRun> CellsOf(ImmutableArray<Sweep> sweeps, int repeat) =>
        sweeps.SelectMany(sweep => sweep.Settings.Select(setting => new PlannedRun(0, sweep.Lever, setting, repeat)));

    private static IEnumerable<PlannedRun> CellsOf(SweepGrid? grid, int repeat) =>
        grid is null
            ? []
            : from first in grid.First.Settings
            from second in grid.Second.Settings
            select new PlannedRun(0, grid.First.Lever, first, repeat) { With = (grid.Second.Lever, second) };
}

/// <summary>Two levers of which each setting is tried with each of the other.</summary>
/// <param name="First">One.</param>
/// <param name="Second">The other.</param>
internal sealed record SweepGrid(Sweep First, Sweep Second);

/// <summary>A run that was carried out.</summary>
/// <param name="Run">Which.</param>
/// <param name="Times">Each statement's time.</param>
/// <param name="Clients">Clients that ran the workload at the same time, each the whole of it.</param>
internal sealed record MeasuredRun(PlannedRun Run, ImmutableArray<StatementTime> Times, int Clients = 1)
{
    /// <summary>
    /// Statements per second of the whole workload, each as often as its weight says. Clients that never pause bring
    /// as many as there are clients in the mean time of one statement (the interactive response time law).
    /// </summary>
    public double Rate => Clients * Times.Sum(time => time.Weight) / Times.Sum(time => time.Weight * time.Seconds);

    /// <summary>Executions per second of one statement, while a client runs it.</summary>
    /// <param name="statement">Its name.</param>
    public double RateOf(string statement) => 1 / Times.First(time => time.Statement == statement).Seconds;
}

/// <summary>What one statement took in one run.</summary>
/// <param name="Statement">Its name.</param>
/// <param name="Weight">How often it runs in relation to the others, at least 1.</param>
/// <param name="Seconds">Seconds of one execution; the mean where it ran more than once.</param>
/// <param name="Plan">A hash of its plan under this setting.</param>
internal sealed record StatementTime(string Statement, int Weight, double Seconds, string Plan);

/// <summary>The whole workload, once, under one setting.</summary>
/// <param name="Number">Its place in the order, from 0.</param>
/// <param name="Lever">The lever; null for a baseline, with nothing limited.</param>
/// <param name="Setting">The setting; null for a baseline.</param>
/// <param name="Repeat">Which repeat of the cell it is, from 0.</param>
internal sealed record PlannedRun(int Number, SweepLever? Lever, SweepSetting? Setting, int Repeat)
{
    /// <summary>A second lever that is set at the same time, in a grid.</summary>
    public (SweepLever Lever, SweepSetting Setting)? With { get; init; }

    /// <summary>What a lever is set to; null where it is left alone.</summary>
    /// <param name="lever">The lever.</param>
    public long? ValueOf(SweepLever lever) =>
        Lever == lever ? Setting?.Value
        : With is { } with && with.Lever == lever ? with.Setting.Value
        : null;

    /// <summary>Nothing is limited: it tells whether the machine is still the same.</summary>
    public bool IsBaseline => Lever is null;
}

/// <summary>One lever and the settings to try.</summary>
/// <param name="Lever">The lever.</param>
/// <param name="Settings">Ascending: each gives at least what the one before it gives.</param>
internal sealed record Sweep(SweepLever Lever, ImmutableArray<SweepSetting> Settings);

/// <summary>How much a sweep gives.</summary>
/// <param name="Value">In the lever's unit: processors, ways, percent, bytes per second, processes or bytes.</param>
/// <param name="Text">As a person writes it, such as <c>64 MiB</c>.</param>
internal sealed record SweepSetting(long Value, string Text);

/// <summary>A resource of which a workload is given less or more, as Sen and Ramachandra do (HPCA 2018).</summary>
internal enum SweepLever
{
    /// <summary>Logical processors: the first socket's cores, then the next one's, then their second threads.</summary>
    Cores,

    /// <summary>Ways of the last-level cache in every domain, nested from the first way on; at least two.</summary>
    Llc,

    /// <summary>Memory bandwidth in percent, where the host offers it.</summary>
    Bandwidth,

    /// <summary>Bytes per second that the workload reads from each disk.</summary>
    Read,

    /// <summary>Degree of parallelism: the leader and its workers.</summary>
    MaxDop,

    /// <summary>Bytes of memory for each sort, hash table or the like.</summary>
    Grant,

    /// <summary>Memory of a query in percent of the most that one may have, at SQL Server.</summary>
    GrantShare,
}
