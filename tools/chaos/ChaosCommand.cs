using System.CommandLine;
using RgPolicy.Testing.Stack;

namespace RgPolicy.Chaos;

/// <summary>The command line.</summary>
internal static class ChaosCommand
{
    private static readonly Option<int> Rounds = new("--rounds")
    {
        Description = "how often something is killed",
        DefaultValueFactory = _ => 50,
    };

    private static readonly Option<int> Seed = new("--seed")
    {
        Description = "seed of the victims and of the moments",
        DefaultValueFactory = _ => 20261121,
    };

    private static readonly Option<double> Scale = new("--scale")
    {
        Description = "size of the data; 1 is a fact table of about 700 MB",
        DefaultValueFactory = _ => 0.3,
    };

    private static readonly Option<string> Policy = new("--policy")
    {
        Description = "the policy that governs",
        DefaultValueFactory = _ => ProductFiles.Path("policies", "htap.rgp"),
    };

    /// <summary>Builds it. Exit code 0: nothing was left behind; 1: something was; 3: it could not be tried.</summary>
    public static RootCommand Create()
    {
        var command = new RootCommand(
            "Kills RgPolicy's processes at random moments under load and checks that nothing stays "
                + "governed (needs root)"
        )
        {
            Rounds,
            Seed,
            Scale,
            Policy,
        };
        command.SetAction(
            (result, cancellation) =>
                RunAsync(
                    new ChaosOptions(
                        result.GetValue(Rounds),
                        result.GetValue(Seed),
                        result.GetValue(Scale),
                        Path.GetFullPath(result.GetRequiredValue(Policy))
                    ),
                    cancellation
                )
        );
        return command;
    }

    private static async Task<int> RunAsync(ChaosOptions options, CancellationToken cancellationToken)
    {
        try
        {
            var report = await ChaosRun.RunAsync(options, Console.Out, cancellationToken);
            report.Write(Console.Out);
            return report.IsClean ? 0 : 1;
        }
        catch (OperationCanceledException)
        {
            await Console.Error.WriteLineAsync("Interrupted: everything that was started is stopped.");
            return 130;
        }
        catch (Exception failure) when (failure is InvalidOperationException or IOException or Npgsql.NpgsqlException)
        {
            await Console.Error.WriteLineAsync("rgp-chaos: " + failure.Message);
            return 3;
        }
    }
}
