namespace RgPolicy.Cli.Shell;

/// <summary>Turns an exception that no command expected into one plain sentence.</summary>
internal static class UnexpectedFailure
{
    private const string DebugVariable = "RGPOLICY_DEBUG";

    /// <summary>Reports the failure; returns the exit code.</summary>
    /// <returns>The exit code.</returns>
    public static int Report(CliContext context, Exception error)
    {
        if (context.EnvironmentVariable(DebugVariable) == "1")
        {
            context.Error.Write(error + "\n");
        }

        return error is IOException or UnauthorizedAccessException
            ? context.Fail(
                ExitCode.Unreachable,
                OneLine(error.Message),
                "Check the path and its permissions, then try again."
            )
            : context.Fail(
                ExitCode.Unreachable,
                $"something inside rgp went wrong ({error.GetType().Name}: {OneLine(error.Message)})",
                $"Nothing was changed. Run it again with {DebugVariable}=1 and report what it prints."
            );
    }

    private static string OneLine(string text) => text.ReplaceLineEndings(" ");
}
