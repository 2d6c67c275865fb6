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
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "why",
            "Says why a query has its class and limits: each class tried, what decided, and the "
                + "effect of each setting.",
            "rgp why --policy policies/htap.rgp --plan q6.json",
            "rgp why --policy policies/htap.rgp --plan q6.json --session \"app=Report Server\" --output json",
            "rgp why --policy policies/htap.rgp --connect postgres://rgpolicy@localhost/postgres --pid 4711",
            "rgp why --pid 4711"
        );
        var policy = PolicyOption.Create();
        var live = new WhyLive(context);
        var plan = new Option<string>("--plan") { Description = "A plan document.", HelpName = "F" };
        var statement = new Option<int?>("--statement")
        {
            Description = "Which statement of the document, from 0.",
            HelpName = "N",
        };
        var session = new Option<string[]>("--session")
        {
            Description = "A session signal: app, login, host or database. May be repeated.",
            HelpName = "K=V",
        };
        var target = TargetResolver.CreateOption();
        var at = Moments.CreateOption();
        foreach (var option in (ReadOnlySpan<Option>)[policy, plan, statement, session, target, at])
        {
            command.Options.Add(option);
        }

        policy.Required = false;
        live.AddTo(command);
        command.SetAction(
            (result, cancellationToken) =>
            {
                if (result.GetValue(plan) is not { } document || live.IsAsked(result))
                {
                    return live.RunAsync(result, result.GetValue(policy), result.GetValue(plan), cancellationToken);
                }

                return result.GetValue(policy) is not { } path
                    ? Task.FromResult(
                        context.Fail(ExitCode.Usage, "--policy P is missing", "See rgp why --help for examples.")
                    )
                    : new WhyPlanHandler(context).RunAsync(
                        new WhyRequest(
                            path,
                            document,
                            result.GetValue(statement),
                            [.. result.GetValue(session) ?? []],
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
