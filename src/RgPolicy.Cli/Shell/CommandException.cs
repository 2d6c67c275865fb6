using RgPolicy.Service.Composing;

namespace RgPolicy.Cli.Shell;

/// <summary>Ends a command with what is wrong and, in the last line, what to do next.</summary>
/// <param name="exitCode">What it ends with.</param>
/// <param name="problem">What is wrong; null where it was printed already.</param>
/// <param name="next">What to do next.</param>
internal sealed class CommandException(int exitCode, string? problem, string next) : Exception(problem ?? next)
{
    public CommandException(Refusal refusal)
        : this(ExitCode.Of(refusal.Kind), refusal.Problem, refusal.Next) { }

    /// <summary>Does work that may end so; what ended it is printed.</summary>
    public static async Task<int> EndAsync(CliContext context, Func<Task<int>> work)
    {
        try
        {
            return await work();
        }
        catch (CommandException end)
        {
            return end.Report(context);
        }
        catch (ConfigureException failure)
        {
            return context.Fail(ExitCode.Unreachable, failure.Message, failure.Next);
        }
    }

    private int Report(CliContext context) =>
        problem is null ? context.Finish(exitCode, next) : context.Fail(exitCode, problem, next);
}

/// <summary>Turns an exception that no command expected into one plain sentence.</summary>
internal static class UnexpectedFailure
{
    private const string DebugVariable = "RGPOLICY_DEBUG";

    /// <summary>Reports the failure; returns the exit code.</summary>
    public static int Report(CliContext context, Exception error)
    {
        if (context.EnvironmentVariable(DebugVariable) == "1")
            context.Error.Write(error + "\n");

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
