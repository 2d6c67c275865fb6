using System.Collections.Immutable;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Status;
using RgPolicy.Documents;
using RgPolicy.Documents.Status;
using RgPolicy.Service.Status;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>Asks the running service for its status.</summary>
internal sealed class StatusHandler(CliContext context)
{
    private static readonly TimeSpan WatchInterval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>Asks and prints.</summary>
    /// <returns>The exit code: 1 when the last policy was rejected, the target is lost or what should be throttled is not, 3 without an
    /// answer.</returns>
    public Task<int> RunAsync(
        ImmutableArray<ServiceAddress> addresses,
        bool isJson,
        CancellationToken cancellationToken
    )
    {
        var talk = new ServiceTalk<StatusDocument>(context, DocumentFormat.Status)
        {
            PrintText = Print,
            Conclude = Conclude,
        };
        return talk.AskAsync(
            addresses,
            new StatusQuestion(StatusQuestionKind.Status),
            Patience,
            isJson,
            cancellationToken
        );
    }

    /// <summary>Asks and prints again every second until it is interrupted.</summary>
    /// <returns>Never: interrupting ends the command.</returns>
    public async Task<int> WatchAsync(
        ImmutableArray<ServiceAddress> addresses,
        bool isJson,
        CancellationToken cancellationToken
    )
    {
        while (true)
        {
            await RunAsync(addresses, isJson, cancellationToken);
            await context.FlushAsync();
            await Task.Delay(WatchInterval, context.Time, cancellationToken);
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
