using System.CommandLine;
using System.Globalization;
using RgPolicy.Cli.PolicyTests;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp test [PATH...]</c>.</summary>
internal static class TestCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "test",
            "Runs the tests of policies.",
            "rgp test policies",
            "rgp test policies/htap.rgp --coverage --threshold 80"
        )
        {
            Ends =
            [
                new(ExitCode.Findings, "A test failed, or the coverage is below --threshold."),
                new(ExitCode.Usage, "The command line is wrong, or there is no test."),
            ],
        };
        var paths = PathArguments.Create(
            "Policies, test files (*.rgtest), folders with them, patterns, or - for standard input. "
                + "Without it: this folder."
        );
        var filter = new Option<string?>("--filter")
        {
            Description = "Only tests whose name contains this text.",
            HelpName = "TEXT",
        };
        var coverage = new Option<bool>("--coverage")
        {
            Description =
                "Says which share of classes, branches, steps and states the tests reach, and what none touches.",
        };
        var threshold = CreateThreshold();
        var format = FormatOption.Create<TestFormat>();
        var target = TargetResolver.CreateOption();
        command.Arguments.Add(paths);
        foreach (var option in (ReadOnlySpan<Option>)[filter, coverage, threshold, format, target])
        {
            command.Options.Add(option);
        }

        command.SetAction(
            (result, cancellationToken) =>
                new TestHandler(context).RunAsync(
                    new TestRequest(
                        PathArguments.Read(result, paths),
                        result.GetValue(filter),
                        result.GetValue(coverage),
                        result.GetValue(threshold),
                        FormatOption.Read<TestFormat>(result, format),
                        result.GetValue(target)
                    ),
                    cancellationToken
                )
        );
        return command;
    }

    private static Option<decimal?> CreateThreshold() =>
        new("--threshold")
        {
            Description =
                "Ends with 1 when the coverage of classes, branches, steps or states is below this percentage.",
            HelpName = "PERCENT",
            CustomParser = result =>
            {
                var text = result.Tokens is [{ Value: var given }] ? given.TrimEnd('%') : "";
                if (
                    decimal.TryParse(
                        text,
                        NumberStyles.AllowDecimalPoint,
                        CultureInfo.InvariantCulture,
                        out var percent
                    )
                    && percent <= 100
                )
                {
                    return percent;
                }

                result.AddError("--threshold is a percentage from 0 to 100.");
                return null;
            },
        };
}
