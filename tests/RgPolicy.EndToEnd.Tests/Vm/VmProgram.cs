using System.Diagnostics;

namespace RgPolicy.EndToEnd.Tests.Vm;

/// <summary>What runs in the test machine: a PostgreSQL governed by its processes, then a MariaDB by its threads.
/// Prints each step and ends with 0 when all held.</summary>
internal static class VmProgram
{
    public static async Task<int> RunAsync(VmLoopOptions options)
    {
        var started = Stopwatch.StartNew();
        if (!options.IsKnown)
        {
            VmSteps.Say(
                $"`{options.Server}` is no server that is tried: write postgresql or mariadb, or nothing for both"
            );
            return 2;
        }

        VmSteps.Say($"seed {options.Seed}, {options.Rounds} kills");
        if (options.Has(VmLoopOptions.PostgreSql) && !await VmLoop.RunAsync(options))
            return 1;
        if (options.Has(VmLoopOptions.MariaDb) && !await ThreadsAsync(options))
            return 1;
        VmSteps.Say($"all steps held ({started.Elapsed.TotalSeconds:F1} s)");
        return 0;
    }

    private static async Task<bool> ThreadsAsync(VmLoopOptions options)
    {
        if (VmThreadServer.Template is { Length: > 0 } template)
            return await VmThreads.RunAsync(template, options);
        VmSteps.Say($"MariaDB is not here (tools/setup mariadb): not checked");
        return true;
    }
}
