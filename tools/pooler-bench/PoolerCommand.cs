using System.CommandLine;
using RgPolicy.Testing.Stack;

namespace RgPolicy.PoolerBench;

/// <summary>The command line.</summary>
internal static class PoolerCommand
{
    private static readonly Option<int> Seconds = new("--seconds")
    {
        Description = "how long the load runs",
        DefaultValueFactory = _ => 60,
    };

    private static readonly Option<int> Seed = new("--seed")
    {
        Description = "seed of the pauses",
        DefaultValueFactory = _ => 20261123,
    };

    private static readonly Option<int> Heavy = new("--heavy")
    {
        Description = "clients that run heavy statements",
        DefaultValueFactory = _ => 1,
    };

    private static readonly Option<int> Idle = new("--idle")
    {
        Description = "connections beside them that do nothing; from some hundred on polls are leaner",
        DefaultValueFactory = _ => 0,
    };

    private static readonly Option<string> Policy = new("--policy")
    {
        Description = "the policy that governs",
        DefaultValueFactory = _ => ProductFiles.Path("policies", "htap.rgp"),
    };

    private static readonly Option<int?> Version = new("--postgres")
    {
        Description =
            "PostgreSQL's major version, 14 to 18, of tools/postgres-servers/install; else the distribution's own",
    };

    /// <summary>Builds it. Exit code 0: within the limits; 1: beyond one; 3: it could not be tried.</summary>
    public static RootCommand Create()
    {
        var command = new RootCommand(
            "Measures, behind pgbouncer in transaction mode, how long a backend stays in a throttling group after its "
                + "heavy statement has "
                + "ended, and what observing costs (needs root and pgbouncer; RGPOLICY_RGP names another build of rgp)"
        )
        {
            Seconds,
            Seed,
            Heavy,
            Idle,
            Policy,
            Version,
        };
        command.SetAction(
            (result, cancellation) =>
                RunAsync(
                    new PoolerOptions(
                        TimeSpan.FromSeconds(result.GetValue(Seconds)),
                        result.GetValue(Seed),
                        result.GetValue(Heavy),
                        result.GetValue(Idle),
                        Path.GetFullPath(result.GetRequiredValue(Policy)),
                        result.GetValue(Version)
                    ),
                    cancellation
                )
        );
        return command;
    }

    private static async Task<int> RunAsync(PoolerOptions options, CancellationToken cancellationToken)
    {
        if (!PgBouncer.IsHere || !Environment.IsPrivilegedProcess)
        {
            await Console.Error.WriteLineAsync(
                "rgp-pooler-bench: needs root and pgbouncer (apt-get install pgbouncer)"
            );
            return 3;
        }

        try
        {
            var report = await PoolerRun.RunAsync(options, cancellationToken);
            report.Write(Console.Out);
            return report.IsWithinLimits ? 0 : 1;
        }
        catch (Exception failure) when (failure is InvalidOperationException or IOException or Npgsql.NpgsqlException)
        {
            await Console.Error.WriteLineAsync("rgp-pooler-bench: " + failure.Message);
            return 3;
        }
    }
}
