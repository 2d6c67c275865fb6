using System.Text.Json;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms;
using RgPolicy.Dbms.Replay;
using RgPolicy.Documents;
using RgPolicy.Documents.Why;
using RgPolicy.Engine.Compile;
using RgPolicy.Service.Replaying;
using RgPolicy.Service.Status;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>Answers <c>rgp why</c> from a recording, a live server or the running service.</summary>
internal sealed class WhyLiveHandler(CliContext context)
{
    private const string Usage =
        "See rgp why --help: --recording FILE --query ID, --server URI --pid PID, or --pid PID alone.";
    private const string Ids =
        "See the ids with: rgp replay RECORDING --policy P --against P2, rgp demo or rgp status --output json.";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>Answers.</summary>
    /// <returns>The exit code.</returns>
    public Task<int> RunAsync(WhyLiveRequest request, CancellationToken cancellationToken) =>
        request switch
        {
            { Recording: not null, Connect: not null } => Misused("--recording and --server exclude each other"),
            { Recording: not null, Query: null } => Misused("a recording needs --query ID"),
            { Connect: not null, ProcessId: null } => Misused("a live server needs --pid PID"),
            { Recording: not null, Policy: null } or { Connect: not null, Policy: null } => Misused(
                "--policy P is missing"
            ),
            { Recording: not null } => FromRecordingAsync(request, cancellationToken),
            { Connect: not null } => FromServerAsync(request, cancellationToken),
            _ => FromServiceAsync(request, cancellationToken),
        };

    private Task<int> Misused(string problem) => Task.FromResult(context.Fail(ExitCode.Usage, problem, Usage));

    private async Task<int> FromRecordingAsync(WhyLiveRequest request, CancellationToken cancellationToken)
    {
        var opened = ObserverOpener.Recording(context, request.Recording ?? "", null);
        if (opened.Observer is not ReplayObserver observer)
        {
            return context.Fail(opened.Refusal);
        }

        await using (observer)
        {
            var policy = await LivePolicy.LoadAsync(
                context,
                request.Policy ?? "",
                opened.Target,
                isGuarded: false,
                cancellationToken
            );
            if (policy.Program is not { } program)
            {
                return policy.ExitCode;
            }

            var id = request.Query ?? "";
            var document = await WhyRecorded.RunAsync(observer, program, id, context.Time, cancellationToken);
            return document is null
                ? context.Fail(ExitCode.Usage, $"there is no query {id} in {request.Recording}", Ids)
                : Print(request, document);
        }
    }

    private async Task<int> FromServerAsync(WhyLiveRequest request, CancellationToken cancellationToken)
    {
        var opened = await ObserverOpener.ConnectAsync(
            context,
            request.Connect ?? "",
            request.PasswordFile,
            cancellationToken
        );
        if (opened.Observer is not { } observer)
        {
            return context.Fail(opened.Refusal);
        }

        await using (observer)
        {
            var policy = await LivePolicy.LoadAsync(
                context,
                request.Policy ?? "",
                opened.Target,
                isGuarded: false,
                cancellationToken
            );
            return policy.Program is { } program
                ? await FromServerAsync(request, observer, program, cancellationToken)
                : policy.ExitCode;
        }
    }

    private async Task<int> FromServerAsync(
        WhyLiveRequest request,
        IObserver observer,
        PolicyProgram program,
        CancellationToken cancellationToken
    )
    {
        try
        {
            var processId = request.ProcessId ?? 0;
            var document = await WhyWatched.RunAsync(observer, program, processId, context.Time, cancellationToken);
            return document is null
                ? context.Fail(
                    ExitCode.Usage,
                    $"process {processId} runs no query on {observer.Server.Target}",
                    "It may have ended: see pg_stat_activity."
                )
                : Print(request, document);
        }
        catch (ObserveException failure)
        {
            return context.Fail(ExitCode.Unreachable, failure.Message, "Then try again.");
        }
    }

    /// <summary>Of several loops the one that knows the query answers.</summary>
    private async Task<int> FromServiceAsync(WhyLiveRequest request, CancellationToken cancellationToken)
    {
        var question = new StatusQuestion(StatusQuestionKind.Why, request.ProcessId, request.Query);
        var (problem, isAnswered) = ("", false);
        foreach (var service in request.Services)
        {
            var (document, error) = await StatusClient.AskAsync(service.Socket, question, Patience, cancellationToken);
            using (document)
            {
                var refusal = document is null
                    ? null
                    : DocumentFormat.Read(document.RootElement, DocumentFormat.Error)?.Error;
                if (document is not null && refusal is null)
                {
                    return Print(request, document.RootElement);
                }

                isAnswered |= document is not null;
                problem = refusal ?? error ?? "";
            }
        }

        return isAnswered
            ? context.Fail(ExitCode.Usage, problem, Ids)
            : context.Fail(
                ExitCode.Unreachable,
                problem,
                "Start the service with rgp run, or give --server URI and --policy FILE."
            );
    }

    private int Print(WhyLiveRequest request, WhyDocument why)
    {
        if (request.Json)
        {
            JsonOutput.WriteDocument(context, why, DocumentFormat.Why);
        }
        else
        {
            WhyLiveText.Write(context, why);
        }

        return ExitCode.Success;
    }

    private int Print(WhyLiveRequest request, JsonElement answer)
    {
        if (request.Json)
        {
            // As it was answered: with what a newer service tells besides.
            JsonOutput.WriteValue(context, answer.WriteTo);
            return ExitCode.Success;
        }

        return DocumentFormat.Read(answer, DocumentFormat.Why) is { } why
            ? Print(request, why)
            : UnknownAnswer.Fail(context);
    }
}
