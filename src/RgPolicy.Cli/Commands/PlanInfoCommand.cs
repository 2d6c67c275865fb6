using System.CommandLine;
using RgPolicy.Cli.PlanInfo;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp query-plan FILE...</c>.</summary>
internal static class PlanInfoCommand
{
    private const string DefaultLlc = "32 MiB";

    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "query-plan",
            "Shows what a query plan says: shape, working set, cache use.",
            "rgp query-plan q6.json",
            "rgp query-plan plans --llc '16 MiB' --output json",
            "rgp query-plan plans --catalog catalog.json"
        )
        {
            OldNames = ["plan-info"],
            Ends = [new(ExitCode.Findings, "A document is damaged, or is no plan.")],
        };
        var files = new Argument<string[]>("FILE")
        {
            Description = "Plan documents, folders of them, patterns, or - for standard input.",
            Arity = ArgumentArity.OneOrMore,
        };
        var llc = new Option<string>("--llc")
        {
            Description = "The size of one last-level cache that plans are judged against.",
            HelpName = "SIZE",
            DefaultValueFactory = _ => DefaultLlc,
        };
        llc.Validators.Add(result =>
        {
            if (result.Tokens is [.., { Value: var value }] && SizeText.Parse(value) is null)
            {
                result.AddError(
                    $"`{value}` is not a size: write a number and B, KiB, MiB, GiB, KB, MB or GB, such as '{DefaultLlc}'."
                );
            }
        });
        var catalog = new Option<string?>("--catalog")
        {
            Description = "Sizes of PostgreSQL's tables and indexes, as rgp facts has kept them.",
            HelpName = "FILE",
        };
        command.Arguments.Add(files);
        command.Options.Add(llc);
        command.Options.Add(catalog);
        command.SetAction(
            (result, cancellationToken) =>
                new PlanInfoHandler(context).RunAsync(
                    [.. result.GetRequiredValue(files)],
                    SizeText.Parse(result.GetRequiredValue(llc)) ?? 0,
                    result.GetValue(catalog),
                    result.WantsJson(),
                    cancellationToken
                )
        );
        return command;
    }
}
