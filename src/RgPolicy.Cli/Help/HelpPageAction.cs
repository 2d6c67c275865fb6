using System.Collections.Immutable;
using System.CommandLine;
using System.CommandLine.Invocation;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Help;

/// <summary>What <c>--help</c> does.</summary>
internal sealed class HelpPageAction(ImmutableArray<CommandGroup> groups) : SynchronousCommandLineAction
{
    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        var output = parseResult.InvocationConfiguration.Output;
        if (parseResult.CommandResult.Command is RgpCommand command)
        {
            new CommandPage(command).Write(output);
        }
        else
        {
            new OverviewPage(groups).Write(output);
        }

        return ExitCode.Success;
    }
}
