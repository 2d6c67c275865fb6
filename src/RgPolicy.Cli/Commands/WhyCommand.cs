using System.CommandLine;
using RgPolicy.Cli.Policies;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;
using RgPolicy.Cli.Why;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp why</c>.</summary>
internal static class WhyCommand
{
    /// <summary>Makes it.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "why",
            "Says why a query has its class and limits: each class tried, what decided, and the effect of each setting.",
            "rgp why --policy policies/htap.rgp --plan q6.json",
            "rgp why --policy policies/htap.rgp --plan q6.json --session app=SSRS --output json");
        var policy = PolicyOption.Create();
        var plan = new Option<string>("--plan") { Description = "A plan document.", HelpName = "F", Required = true };
        var statement = new Option<int?>("--statement") { Description = "Which statement of the document, from 0.", HelpName = "N" };
        var session = new Option<string[]>("--session") { Description = "A session signal: app, login, host or database. May be repeated.", HelpName = "K=V" };
        var target = TargetResolver.CreateOption();
        var at = Moments.CreateOption();
        foreach (var option in (ReadOnlySpan<Option>)[policy, plan, statement, session, target, at])
        {
            command.Options.Add(option);
        }

        command.SetAction((result, cancellationToken) => new WhyPlanHandler(context).RunAsync(
            new WhyRequest(
                result.GetRequiredValue(policy),
                result.GetRequiredValue(plan),
                result.GetValue(statement),
                [.. result.GetValue(session) ?? []],
                result.GetValue(target),
                result.GetValue(at)),
            result.WantsJson(),
            cancellationToken));
        return command;
    }
}
