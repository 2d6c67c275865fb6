using System.CommandLine;
using System.Globalization;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Simulate;
using RgPolicy.Cli.Targets;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp simulate POLICY --mix MIX</c>.</summary>
internal static class SimulateCommand
{
    private const int MostSamples = 1000;

    /// <summary>The command with its options.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "simulate",
            "Predicts what a policy does to a mix of queries.",
            "rgp simulate policies/noll2018.rgp --profile broadwell_2s --mix samples/mixes/scan_aggregation.json",
            "rgp simulate policies/htap.rgp --mix mix.json --against policies/zeng2021.rgp --fail-on-worse"
        )
        {
            Details = "By a model of the machine's caches, memory and cores.",
            Ends = [new(ExitCode.Findings, "With --fail-on-worse: a query is slower than ungoverned.")],
        };
        var policy = new Argument<string>("POLICY") { Description = "The policy." };
        var mix = new Option<string>("--mix")
        {
            Description =
                "What runs: a file in the form rgp/mix/1, a recording (.rgrec), a plan document or a folder of them.",
            HelpName = "MIX",
            Required = true,
        };
        var against = new Option<string?>("--against")
        {
            Description = "Another policy to compare with.",
            HelpName = "FILE",
        };
        var samples = CreateSamples();
        var failOnWorse = new Option<bool>("--fail-on-worse")
        {
            Description = "Exits with 1 when a query is slower than ungoverned.",
        };
        var format = FormatOption.Create<SimulateFormat>();
        var target = TargetResolver.CreateOption();
        command.Arguments.Add(policy);
        foreach (var option in new Option[] { target, mix, against, samples, failOnWorse, format })
            command.Options.Add(option);
        command.SetAction(
            (result, cancellationToken) =>
                new SimulateHandler(context).RunAsync(
                    new SimulateRequest(
                        result.GetRequiredValue(policy),
                        result.GetRequiredValue(mix),
                        result.GetValue(target),
                        result.GetValue(against),
                        result.GetValue(samples),
                        result.GetValue(failOnWorse),
                        FormatOption.Read<SimulateFormat>(result, format)
                    ),
                    cancellationToken
                )
        );
        return command;
    }

    private static Option<int> CreateSamples()
    {
        var samples = new Option<int>("--samples")
        {
            Description = "Times that the mix is played again with drawn figures, for the intervals.",
            HelpName = "N",
            DefaultValueFactory = _ => 8,
        };
        samples.Validators.Add(result =>
        {
            var isNumber = int.TryParse(
                result.Tokens is [.., var last] ? last.Value : "0",
                NumberStyles.None,
                CultureInfo.InvariantCulture,
                out var number
            );
            if (!isNumber || number > MostSamples)
                result.AddError($"--samples takes a number from 0 to {MostSamples}.");
        });
        return samples;
    }
}
