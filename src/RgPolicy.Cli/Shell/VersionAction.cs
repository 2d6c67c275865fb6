using System.CommandLine;
using System.CommandLine.Invocation;

namespace RgPolicy.Cli.Shell;

/// <summary>Prints the product's version in one line.</summary>
internal sealed class VersionAction : SynchronousCommandLineAction
{
    public override int Invoke(ParseResult parseResult)
    {
        parseResult.InvocationConfiguration.Output.WriteLine($"rgp {ProductVersion.Text}");
        return ExitCode.Success;
    }
}
