using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>An answer that is none of the documents that this version knows.</summary>
internal static class UnknownAnswer
{
    /// <summary>What is wrong.</summary>
    public const string Problem = "this rgp does not understand the service's answer";

    /// <summary>Says so, and what to do.</summary>
    /// <returns>The exit code.</returns>
    public static int Fail(CliContext context) =>
        context.Fail(
            ExitCode.Unreachable,
            Problem,
            "Use the rgp that came with the service: rgp version shows which this is."
        );
}
