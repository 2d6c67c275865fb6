using System.Collections.Immutable;

namespace RgPolicy.Engine.Sensitivity;

/// <summary>
/// The order of all runs: every cell once in each repeat, in an order that is drawn anew, so that what drifts on the
/// machine falls on all cells alike; with baselines between them, which show the drift.
/// </summary>
public static class SweepPlan
{
    /// <summary>Cells between two baselines.</summary>
    public const int CellsPerBaseline = 6;

    /// <summary>The runs.</summary>
    /// <param name="sweeps">Levers with their settings.</param>
    /// <param name="repeats">Runs of each cell, at least 1.</param>
    /// <param name="seed">Draws the order; the same for the same number.</param>
    public static ImmutableArray<PlannedRun> Of(ImmutableArray<Sweep> sweeps, int repeats, int seed)
    {
        var random = new Random(seed);
        var runs = ImmutableArray.CreateBuilder<PlannedRun>();
        var baselines = 0;
        for (var repeat = 0; repeat < repeats; repeat++)
        {
            var cells = sweeps.SelectMany(sweep => sweep.Settings.Select(setting => (sweep.Lever, setting))).ToArray();
            random.Shuffle(cells);
            for (var i = 0; i < cells.Length; i++)
            {
                if (i % CellsPerBaseline == 0)
                    runs.Add(new PlannedRun(runs.Count, null, null, baselines++));
                runs.Add(new PlannedRun(runs.Count, cells[i].Lever, cells[i].setting, repeat));
            }
        }

        runs.Add(new PlannedRun(runs.Count, null, null, baselines));
        return runs.ToImmutable();
    }
}
