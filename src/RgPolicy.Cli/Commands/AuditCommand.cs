using System.CommandLine;
using RgPolicy.Cli.Audit;
using RgPolicy.Cli.ServiceControl;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp audit show</c> and <c>rgp audit verify</c>.</summary>
internal static class AuditCommand
{
    /// <summary>Creates the commands.</summary>
    public static Command Create(CliContext context)
    {
        var audit = new RgpCommand(
            "audit",
            "Shows what was changed, by whom and why; checks the trail.",
            "rgp audit show",
            "rgp audit verify"
        );
        audit.Subcommands.Add(CreateShow(context));
        audit.Subcommands.Add(CreateVerify(context));
        return audit;
    }

    private static RgpCommand CreateShow(CliContext context)
    {
        var show = new RgpCommand(
            "show",
            "Shows the last entries of an audit trail.",
            "rgp audit show",
            "rgp audit show --event cancel --login report",
            "rgp audit show /var/log/rgpolicy/audit.jsonl --last 500 --output json"
        );
        var last = new Option<int>("--last")
        {
            Description = "How many entries.",
            HelpName = "N",
            DefaultValueFactory = _ => 50,
        };
        var (file, service) = (File(), new ServiceOptions());
        var kind = Filter("--event", "KIND", "Only events of this kind, such as move or cancel.");
        var query = Filter("--query", "ID", "Only what happened to this query.");
        var login = Filter("--login", "NAME", "Only sessions of this login.");
        var queryClass = Filter("--class", "NAME", "Only queries of this class.");
        var process = new Option<int?>("--pid")
        {
            Description = "Only what happened to this process, or to the query that it worked for.",
            HelpName = "PID",
        };
        show.Arguments.Add(file);
        show.Options.Add(last);
        foreach (var option in (Option[])[kind, query, process, login, queryClass])
        {
            show.Options.Add(option);
        }

        service.AddTo(show);
        show.SetAction(
            (result, cancellationToken) =>
                new AuditShowHandler(context).RunAsync(
                    result.GetValue(file),
                    service.Addresses(context, result),
                    result.GetValue(last),
                    new AuditFilter
                    {
                        Event = result.GetValue(kind),
                        Query = result.GetValue(query),
                        ProcessId = result.GetValue(process),
                        Login = result.GetValue(login),
                        Class = result.GetValue(queryClass),
                    },
                    result.WantsJson(),
                    cancellationToken
                )
        );
        return show;
    }

    private static RgpCommand CreateVerify(CliContext context)
    {
        var verify = new RgpCommand(
            "verify",
            "Checks that an audit trail was not altered.",
            "rgp audit verify /var/log/rgpolicy/audit.jsonl",
            "rgp audit verify --known 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
        )
        {
            Details = "It follows the chain from the first entry to the last.",
            Ends = [new(ExitCode.Findings, "The chain is broken, or the known hash is missing.")],
        };
        var known = new Option<string?>("--known")
        {
            Description = "A hash that an earlier check gave: the chain must hold it still.",
            HelpName = "HASH",
        };
        var (file, service) = (File(), new ServiceOptions());
        verify.Arguments.Add(file);
        verify.Options.Add(known);
        service.AddTo(verify);
        verify.SetAction(
            (result, cancellationToken) =>
                new AuditVerifyHandler(context).RunAsync(
                    result.GetValue(file),
                    service.Addresses(context, result),
                    result.GetValue(known),
                    result.WantsJson(),
                    cancellationToken
                )
        );
        return verify;
    }

    private static Option<string?> Filter(string name, string value, string description) =>
        new(name) { Description = description, HelpName = value };

    private static Argument<string?> File() =>
        new("FILE")
        {
            Description = "The trail that rgp run --audit writes; without it that of the running service.",
            Arity = ArgumentArity.ZeroOrOne,
        };
}
