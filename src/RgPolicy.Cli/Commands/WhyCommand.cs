using System.CommandLine;
using RgPolicy.Cli.Policies;
using RgPolicy.Cli.ServiceControl;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;
using RgPolicy.Cli.Why;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp why</c>.</summary>
internal static class WhyCommand
{
    private static readonly Option<string> Plan = new RenamedOption<string>("--query-plan", "--plan")
    {
        Description = "A plan document.",
        HelpName = "FILE",
    };

    private static readonly Option<int?> Statement = new("--statement")
    {
        Description = "Which statement of the document, from 0.",
        HelpName = "N",
    };

    private static readonly Option<string[]> Session = new("--session")
    {
        Description = "A session signal: app, login, host or database. May be repeated.",
        HelpName = "K=V",
    };

    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "why",
            "Says why a query has its class and limits.",
            "rgp why --policy policies/htap.rgp --query-plan q6.json",
            "rgp why --policy policies/htap.rgp --query-plan q6.json --session \"app=Report Server\" --output json",
            "rgp why --policy policies/htap.rgp --server postgres://rgpolicy@localhost/postgres --pid 4711",
            "rgp why --pid 4711"
        )
        {
            Details = "Each class tried, what decided, and the effect of each setting.",
        };
        var policy = PolicyOption.Create();
        var live = new WhyLive(context);
        var target = TargetResolver.CreateOption();
        var at = Moments.CreateOption();
        foreach (var option in (ReadOnlySpan<Option>)[policy, Plan, Statement, Session, target, at])
        {
            command.Options.Add(option);
        }

        policy.Required = false;
        live.AddTo(command);
        command.SetAction(
            (result, cancellationToken) =>
            {
                if (result.GetValue(Plan) is not { } document || live.IsAsked(result))
                {
                    return live.RunAsync(result, result.GetValue(policy), result.GetValue(Plan), cancellationToken);
                }

                return result.GetValue(policy) is not { } path
                    ? Task.FromResult(
                        context.Fail(ExitCode.Usage, "--policy FILE is missing", "See rgp why --help for examples.")
                    )
                    : new WhyPlanHandler(context).RunAsync(
                        new WhyRequest(
                            path,
                            document,
                            result.GetValue(Statement),
                            [.. result.GetValue(Session) ?? []],
                            result.GetValue(target),
                            result.GetValue(at)
                        ),
                        result.WantsJson(),
                        cancellationToken
                    );
            }
        );
        return command;
    }
}
