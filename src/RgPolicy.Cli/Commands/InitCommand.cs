using System.CommandLine;
using RgPolicy.Cli.Init;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp init --server URI</c>.</summary>
internal static class InitCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "init",
            "Asks a server how to begin: role, policy, commands.",
            "rgp init --server postgres://postgres@localhost/postgres",
            "rgp init --server mysql://root@localhost:3306 --out first.rgp --yes"
        )
        {
            Details =
                "It only reads. It prints the role with the least rights, a first policy from what the server has "
                + "counted, and the commands to type. It writes the policy only after `yes`.",
            Ends = [new(ExitCode.Findings, "The server has counted nothing from which a policy can be written.")],
        };
        var (server, passwordFile) = (LiveOptions.Connect(), LiveOptions.PasswordFile());
        server.Required = true;
        var output = new Option<string>("--out")
        {
            Description = "The policy's file.",
            HelpName = "FILE",
            DefaultValueFactory = _ => "first.rgp",
        };
        var yes = new Option<bool>("--yes") { Description = "Writes the policy without asking." };
        Option[] options = [server, passwordFile, output, yes];
        Array.ForEach(options, command.Options.Add);
        command.SetAction(
            (result, cancellationToken) =>
                new InitHandler(context).RunAsync(
                    new InitRequest(
                        result.GetValue(server) ?? "",
                        result.GetValue(passwordFile),
                        result.GetRequiredValue(output),
                        result.GetValue(yes),
                        result.WantsJson()
                    ),
                    cancellationToken
                )
        );
        return command;
    }
}
