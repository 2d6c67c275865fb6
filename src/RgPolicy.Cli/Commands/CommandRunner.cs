using System.CommandLine.Invocation;

namespace RgPolicy.Cli.Commands;

/// <summary>Runs one command line: parse, report misuse, invoke, turn every ending into an exit code.</summary>
internal static class CommandRunner
{
    // Ctrl-C promises an end within a second.
    private static readonly TimeSpan Grace = TimeSpan.FromMilliseconds(700);

    private static readonly ParserConfiguration Parsing = new() { ResponseFileTokenReplacer = null };

    /// <summary>Parses the arguments and runs their command.</summary>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public static async Task<int> RunAsync(
        CliContext context,
        IReadOnlyList<string> arguments,
        CancellationToken cancellationToken
    )
    {
        context = context with { Interrupt = cancellationToken };
        var root = RootCommandFactory.Create(context);
        var result = root.Parse(arguments.Count == 0 ? ["--help"] : arguments, Parsing);
        if (
            (result.Errors.Count > 0 && result.Action is ParseErrorAction or null)
            || UsageErrors.HasMistakenOption(result)
        )
            return UsageErrors.Report(context, result);

        OldNames.Report(context, result);
        var command = Task.Run(() => InvokeAsync(context, result), CancellationToken.None);
        return await WaitAsync(context, command);
    }

    private static async Task<int> InvokeAsync(CliContext context, ParseResult result)
    {
        var invocation = new InvocationConfiguration
        {
            Output = context.Output,
            Error = context.Error,
            EnableDefaultExceptionHandler = false,
            ProcessTerminationTimeout = null,
        };
        try
        {
            return await CommandException.EndAsync(context, () => result.InvokeAsync(invocation, context.Interrupt));
        }
        catch (OperationCanceledException) when (context.Interrupt.IsCancellationRequested)
        {
            return ExitCode.Interrupted;
        }
        catch (Exception error)
        {
            return UnexpectedFailure.Report(context, error);
        }
    }

    private static async Task<int> WaitAsync(CliContext context, Task<int> command)
    {
        var interrupted = Task.Delay(Timeout.InfiniteTimeSpan, context.Interrupt);
        if (await Task.WhenAny(command, interrupted) == command)
            return await command;

        if (context.Unfinished.EndsByInterrupt)
            return await command;

        await Task.WhenAny(command, Task.Delay(Grace, context.Time, CancellationToken.None));
        if (context.Unfinished.IsThere)
        {
            await context.Error.WriteLineAsync(
                "Interrupted: putting back what was there before. Another Ctrl-C ends at once and "
                    + $"leaves that to {context.Unfinished.LeftTo}."
            );
            await command;
        }

        await context.Error.WriteLineAsync("Interrupted.");
        return ExitCode.Interrupted;
    }
}
