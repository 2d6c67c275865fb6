using System.CommandLine;
using RgPolicy.Cli.Comparing;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp prove equivalent OLD NEW</c> and <c>rgp prove never POLICY 'CONDITION' POOL</c>.</summary>
internal static class ProveCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "prove",
            "Proves a statement about all queries, or refutes it.",
            "rgp prove equivalent policies/htap.rgp policies/htap.rgp",
            "rgp prove never policies/htap.rgp 'plan.shape = scan' critical"
        )
        {
            Details = "A statement that is wrong comes with a query that shows it.",
            Ends = [new(ExitCode.Findings, "The statement is wrong, or it is not proved.")],
        };
        command.Subcommands.Add(Equivalent(context));
        command.Subcommands.Add(Never(context));
        return command;
    }

    private static RgpCommand Equivalent(CliContext context)
    {
        var command = new RgpCommand(
            "equivalent",
            "Both policies give every query the same pool and settings.",
            "rgp prove equivalent policies/htap.rgp policies/htap.rgp",
            "rgp prove equivalent policies/htap.rgp policies/noll2018.rgp --output json"
        )
        {
            Ends = [new(ExitCode.Findings, "The statement is wrong, or it is not proved.")],
        };
        var old = new Argument<string>("OLD") { Description = "One policy." };
        var @new = new Argument<string>("NEW") { Description = "The other policy." };
        var target = TargetResolver.CreateOption();
        command.Arguments.Add(old);
        command.Arguments.Add(@new);
        command.Options.Add(target);
        command.SetAction(
            (result, cancellationToken) =>
                new ProveHandler(context).EquivalentAsync(
                    result.GetRequiredValue(old),
                    result.GetRequiredValue(@new),
                    result.GetValue(target),
                    result.WantsJson(),
                    cancellationToken
                )
        );
        return command;
    }

    private static RgpCommand Never(CliContext context)
    {
        var command = new RgpCommand(
            "never",
            "No query that meets the condition gets the pool.",
            "rgp prove never policies/htap.rgp 'plan.shape = scan' critical",
            "rgp prove never policies/htap.rgp 'statement.kind = bulk_load' critical --output json"
        )
        {
            Ends = [new(ExitCode.Findings, "The statement is wrong, or it is not proved.")],
        };
        var policy = new Argument<string>("POLICY") { Description = "The policy." };
        var condition = new Argument<string>("CONDITION") { Description = "A condition, as behind `when`." };
        var pool = new Argument<string>("POOL") { Description = "A pool of the policy." };
        var target = TargetResolver.CreateOption();
        command.Arguments.Add(policy);
        command.Arguments.Add(condition);
        command.Arguments.Add(pool);
        command.Options.Add(target);
        command.SetAction(
            (result, cancellationToken) =>
                new ProveHandler(context).NeverAsync(
                    new ProveNeverRequest(
                        result.GetRequiredValue(policy),
                        result.GetRequiredValue(condition),
                        result.GetRequiredValue(pool),
                        result.GetValue(target),
                        result.WantsJson()
                    ),
                    cancellationToken
                )
        );
        return command;
    }
}
