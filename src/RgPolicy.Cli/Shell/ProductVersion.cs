using System.CommandLine.Invocation;
using System.Reflection;

namespace RgPolicy.Cli.Shell;

/// <summary>The version of RgPolicy.</summary>
internal static class ProductVersion
{
    /// <summary>Such as <c>0.1.0</c>, without the build's revision.</summary>
    public static string Text { get; } =
        typeof(ProductVersion)
            .Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()
            ?.InformationalVersion.Split('+')[0]
        ?? "0.0.0";
}

/// <summary>Prints the product's version in one line.</summary>
internal sealed class VersionAction : SynchronousCommandLineAction
{
    public override int Invoke(ParseResult parseResult)
    {
        parseResult.InvocationConfiguration.Output.WriteLine($"rgp {ProductVersion.Text}");
        return ExitCode.Success;
    }
}
