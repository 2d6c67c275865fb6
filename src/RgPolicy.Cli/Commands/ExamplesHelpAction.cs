using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary>Prints the usual help, then the command's examples.</summary>
internal sealed class ExamplesHelpAction(HelpAction usual) : SynchronousCommandLineAction
{
    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        var exitCode = usual.Invoke(parseResult);
        var output = parseResult.InvocationConfiguration.Output;
        var examples = parseResult.CommandResult.Command is RgpCommand command
            ? command.Examples
            : RootCommandFactory.Examples;
        output.WriteLine("Examples:");
        foreach (var example in examples)
        {
            output.WriteLine("  " + example);
        }

        return exitCode;
    }
}
