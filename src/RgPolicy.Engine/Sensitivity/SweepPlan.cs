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
public sealed record SweepGrid(Sweep First, Sweep Second);
