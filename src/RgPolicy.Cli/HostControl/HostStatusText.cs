using RgPolicy.Host.Protocol;

namespace RgPolicy.Cli.HostControl;

/// <summary>What is in force on this host, for people.</summary>
internal static class HostStatusText
{
    /// <summary>Prints what a running sidecar holds.</summary>
    public static void Write(CliContext context, SidecarState state)
    {
        var output = context.Output;
        output.WriteLine(
            Invariant(
                $"sidecar {state.Version}: guard {state.GuardProcessId}, mover {state.MoverProcessId}, server {state.Postmaster?.ToString(CultureInfo.InvariantCulture) ?? "not running"}"
            )
        );
        output.WriteLine(
            Invariant(
                $"moves: {state.MovesDone} done, {state.MovesRefused} refused, slowest {state.WorstMoveMicroseconds} us"
            )
        );
        WritePools(context, state);
        foreach (var drift in state.Drift ?? [])
            output.WriteLine("drift: " + drift);

        foreach (
            var problem in state.Pools.SelectMany(pool => pool.Problems.Select(text => $"pool {pool.Number}: {text}"))
        )
            output.WriteLine(problem);
    }

    /// <summary>Prints what the kernel's own files show where no sidecar answers.</summary>
    public static void Write(CliContext context, HostTraces traces)
    {
        if (traces.IsClean)
        {
            context.Output.WriteLine("No sidecar runs, and nothing of RgPolicy is in force on this host.");
            return;
        }

        context.Output.WriteLine("No sidecar runs, but traces of one are left:");
        foreach (var path in traces.All)
            context.Output.WriteLine($"  {path}");
    }

    private static void WritePools(CliContext context, SidecarState state)
    {
        if (state.Pools.Count == 0)
        {
            context.Output.WriteLine("No pools: nothing is governed.");
            return;
        }

        var table = new TextTable(["pool", "processes", "cpu share", "cpu lever", "cache mask", "read limit"])
        {
            Figures = [0, 1, 2],
        };
        foreach (var pool in state.Pools)
        {
            table.Add(
                pool.Number.ToString(CultureInfo.InvariantCulture),
                state.Moved.Count(move => move.Pool == pool.Number).ToString(CultureInfo.InvariantCulture),
                pool.CpuShare?.ToString("0.###", CultureInfo.InvariantCulture) ?? "-",
                pool.CpuLever ?? "-",
                pool.CacheMask ?? "-",
                pool.ReadLimit ?? "-"
            );
        }

        table.Write(context);
    }
}
