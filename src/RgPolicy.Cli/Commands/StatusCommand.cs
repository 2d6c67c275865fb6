using RgPolicy.Cli.ServiceControl;
using RgPolicy.Cli.Status;
using RgPolicy.Cli.Watching;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp status</c>: shows what the running service governs now.</summary>
internal sealed class StatusCommand(CliContext context)
{
    private static readonly Option<bool> Watch = new("--watch")
    {
        Description = "A live view with keys on a terminal; elsewhere again every second, until it is interrupted.",
    };

    private static readonly ServiceOptions Service = new();

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "status",
            "Shows what the running service governs now.",
            "rgp status",
            "rgp status --watch",
            "rgp status --instance main --output json"
        )
        {
            Details = "As read back from the kernel.",
            Ends =
            [
                new(ExitCode.Findings, "The last policy was rejected, a server is lost, or something is not enforced."),
            ],
        }
            .Takes([Watch, .. Service.All])
            .Does(new StatusCommand(context).RunAsync);

    private Task<int> RunAsync(ParseResult result)
    {
        var (addresses, isJson) = (Service.Addresses(context, result), result.WantsJson());
        var keyboard = context.IsOutputTerminal && !isJson ? context.Keyboard : null;
        return (result.GetValue(Watch), keyboard) switch
        {
            (false, _) => RunAsync(addresses, isJson),
            (true, { } keys) => new StatusWatch(context, keys, addresses).RunAsync(),
            _ => WatchAsync(addresses, isJson),
        };
    }

    private static readonly TimeSpan WatchInterval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>Asks and prints.</summary>
    /// <returns>The exit code: 1 when the last policy was rejected, the target is lost or what should be throttled is not, 3 without an
    /// answer.</returns>
    private Task<int> RunAsync(ImmutableArray<ServiceAddress> addresses, bool isJson)
    {
        var talk = new ServiceTalk<StatusDocument>(context, DocumentFormat.Status)
        {
            PrintText = Print,
            Conclude = Conclude,
        };
        return talk.AskAsync(addresses, new StatusQuestion(StatusQuestionKind.Status), Patience, isJson);
    }

    /// <summary>Asks and prints again every second until it is interrupted.</summary>
    /// <returns>Never: interrupting ends the command.</returns>
    private async Task<int> WatchAsync(ImmutableArray<ServiceAddress> addresses, bool isJson)
    {
        while (true)
        {
            await RunAsync(addresses, isJson);
            await context.FlushAsync();
            await Task.Delay(WatchInterval, context.Time, context.Interrupt);
        }
    }

    private void Print(StatusDocument status) => StatusText.Write(context, status);

    private int Conclude(StatusDocument status)
    {
        if (status.PolicyError is { } policyError)
        {
            return context.Fail(
                ExitCode.Findings,
                $"the last policy was rejected: {policyError}",
                "Fix the policy file; the service reads it again by itself."
            );
        }

        if (status.Target is { IsLost: true } target)
        {
            return context.Fail(
                ExitCode.Findings,
                $"the server is lost: {target.Error}",
                "Nothing is governed until it answers again: check the server."
            );
        }

        return status.UnenforcedError is { } unenforced
            ? context.Fail(ExitCode.Findings, unenforced, "rgp doctor says what is missing.")
            : ExitCode.Success;
    }
}
