using System.CommandLine;
using RgPolicy.Cli.Demo;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp demo</c>.</summary>
internal static class DemoCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "demo",
            "Plays a recorded load by a policy: no server, no rights.",
            "rgp demo --profile broadwell_2s",
            "rgp demo --dbms sqlserver --output json"
        )
        {
            Details = "The recording and the policy come with rgp; it stops by itself.",
        };
        var dbms = new Option<string>("--dbms")
        {
            Description = "The kind of server that was recorded.",
            HelpName = $"{DemoBundle.PostgreSql}|{DemoBundle.MariaDb}|{DemoBundle.SqlServer}",
            DefaultValueFactory = _ => DemoBundle.PostgreSql,
        };
        dbms.AcceptOnlyFromAmong(DemoBundle.PostgreSql, DemoBundle.MariaDb, DemoBundle.SqlServer);
        var target = new RenamedOption<string?>("--profile", "--target")
        {
            Description = "Ends with what the policy would bring on this machine, by the model of rgp simulate.",
            HelpName = "NAME",
        };
        command.Options.Add(dbms);
        command.Options.Add(target);
        command.SetAction(
            (result, cancellationToken) =>
                new DemoHandler(context).RunAsync(
                    result.GetRequiredValue(dbms),
                    result.GetValue(target),
                    result.WantsJson(),
                    cancellationToken
                )
        );
        return command;
    }
}
