using System.CommandLine;
using RgPolicy.Cli.Configure;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp plan POLICY --server URI</c>.</summary>
internal static class PlanCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "plan",
            "Shows what a policy would change in a server.",
            "rgp plan samples/sqlserver/resource_governor.rgp --server sqlserver://dba@db1",
            "rgp plan samples/sqlserver/resource_governor.rgp --server sqlserver://dba@db1 --out change.json "
                + "--script change.sql",
            "rgp plan samples/sqlserver/resource_governor.rgp --facts server.json --script change.sql",
            "rgp plan roles.rgp --server postgres://admin@localhost/postgres --script change.sql"
        )
        {
            Details = "The change plan is about the server's own configuration. Nothing is changed.",
            Ends = [new(ExitCode.ChangesPending, "With --detailed-exitcode: changes are pending.")],
        };
        var policy = new Argument<string>("POLICY") { Description = "The policy." };
        var output = File("--out", "Keeps the plan for `rgp apply`.");
        var script = File("--script", "Writes the statements for change control, and their back-out beside them.");
        var detailed = new Option<bool>("--detailed-exitcode")
        {
            Description = "Exits with 10 while changes are pending.",
        };
        var takesOver = ServerOptions.TakesOver();
        var (adopts, defaultPool) = (ServerOptions.Adopts(), ServerOptions.DefaultPool());
        command.Arguments.Add(policy);
        var facts = File("--facts", "Instead of a server what `rgp facts` kept of it.");
        var server = new ServerOptions(command, isRequired: false);
        server.RequireUnless(command, facts);
        Option[] options = [facts, output, script, takesOver, adopts, defaultPool, detailed];
        Array.ForEach(options, command.Options.Add);
        server.AddReplicas(command, facts, output, script);
        command.SetAction(
            (result, cancellationToken) =>
                new PlanHandler(context).RunAsync(
                    new PlanOptions(
                        result.GetRequiredValue(policy),
                        server.Read(result) with
                        {
                            Facts = result.GetValue(facts),
                        },
                        result.GetValue(output),
                        result.GetValue(script),
                        result.GetValue(takesOver),
                        result.GetValue(detailed),
                        result.WantsJson(),
                        result.GetValue(adopts),
                        result.GetValue(defaultPool)
                    ),
                    cancellationToken
                )
        );
        return command;
    }

    private static Option<string?> File(string name, string description) =>
        new(name) { Description = description, HelpName = "FILE" };
}
