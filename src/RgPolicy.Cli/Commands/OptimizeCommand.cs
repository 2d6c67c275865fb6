using System.CommandLine;
using System.Globalization;
using RgPolicy.Cli.Optimize;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp optimize --mix MIX</c>.</summary>
internal static class OptimizeCommand
{
    private const int MostPlays = 10_000;

    private static readonly Option<string> Mix = new("--mix")
    {
        Description = "What runs: a mix, a recording (.rgrec), a plan document or a folder of them.",
        HelpName = "MIX",
        Required = true,
    };

    private static readonly Option<string?> From = new RenamedOption<string?>("--policy", "--from")
    {
        Description = "The policy to begin with; without it one class and pool for each kind of plan in the mix.",
        HelpName = "FILE",
    };

    private static readonly Option<string> Goal = new RenamedOption<string>("--goal", "--for")
    {
        Description = "Whose gain: mean of all queries, worst of them, or a query by its name.",
        HelpName = "GOAL",
        DefaultValueFactory = _ => "mean",
    };

    private static readonly Option<string?> OutputFile = new RenamedOption<string?>("--out", "-o")
    {
        Description = "Writes the policy to this file, and prints what it gains.",
        HelpName = "FILE",
    };

    private static readonly Option<bool> Force = new("--force") { Description = "Overwrites the file." };

    private static readonly Option<int> MostLoss = Number(
        "--most-loss",
        "Percent that a query may be slower than ungoverned.",
        1,
        0,
        100
    );

    private static readonly Option<int> Plays = Number(
        "--plays",
        "At most so many policies are simulated.",
        300,
        1,
        MostPlays
    );

    /// <summary>The command with its options.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "optimize",
            "Searches pool settings for a mix and writes a policy.",
            "rgp optimize --mix samples/mixes/scan_aggregation.json --profile broadwell_2s",
            "rgp optimize --mix monday.rgrec --policy policies/htap.rgp --goal worst --out tuned.rgp"
        )
        {
            Details = "Cache shares, CPU weights and cores of pools, by simulation of a machine.",
            Ends = [new(ExitCode.Findings, "A query loses more than --most-loss under every policy that was tried.")],
        };
        var target = TargetResolver.CreateOption();
        foreach (var option in new Option[] { target, Mix, From, Goal, MostLoss, Plays, OutputFile, Force })
            command.Options.Add(option);
        command.SetAction(
            (result, cancellationToken) =>
                new OptimizeHandler(context).RunAsync(
                    new OptimizeRequest(
                        result.GetRequiredValue(Mix),
                        result.GetValue(target),
                        result.GetValue(From),
                        result.GetRequiredValue(Goal),
                        result.GetValue(MostLoss),
                        result.GetValue(Plays),
                        result.GetValue(OutputFile),
                        result.GetValue(Force),
                        result.WantsJson()
                    ),
                    cancellationToken
                )
        );
        return command;
    }

    private static Option<int> Number(string name, string description, int usual, int least, int most)
    {
        var option = new Option<int>(name)
        {
            Description = description,
            HelpName = "N",
            DefaultValueFactory = _ => usual,
        };
        option.Validators.Add(result =>
        {
            if (result.Tokens is not [.., var last])
                return;
            if (
                !int.TryParse(last.Value, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
                || number < least
                || number > most
            )
                result.AddError($"{name} takes a number from {least} to {most}.");
        });
        return option;
    }
}
