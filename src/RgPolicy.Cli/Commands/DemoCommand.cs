using System.CommandLine;
using RgPolicy.Cli.Demo;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp demo</c>.</summary>
internal static class DemoCommand
{
    /// <summary>Makes it.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "demo",
            "Plays the bundled recording of a server by the bundled policy: no server, no privileges, ends by itself.",
            "rgp demo",
            "rgp demo --dbms sqlserver --output json"
        );
        var dbms = new Option<string>("--dbms")
        {
            Description = "The kind of server that was recorded.",
            HelpName = $"{DemoBundle.PostgreSql}|{DemoBundle.SqlServer}",
            DefaultValueFactory = _ => DemoBundle.PostgreSql,
        };
        dbms.AcceptOnlyFromAmong(DemoBundle.PostgreSql, DemoBundle.SqlServer);
        command.Options.Add(dbms);
        command.SetAction(
            (result, cancellationToken) =>
                new DemoHandler(context).RunAsync(result.GetRequiredValue(dbms), result.WantsJson(), cancellationToken)
        );
        return command;
    }
}
