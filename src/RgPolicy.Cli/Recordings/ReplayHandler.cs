using System.Globalization;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Recording;
using RgPolicy.Dbms.Replay;
using RgPolicy.Engine.Compile;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Replaying;

namespace RgPolicy.Cli.Recordings;

/// <summary>Plays a recording by one policy, or by two.</summary>
internal sealed class ReplayHandler(CliContext context)
{
    /// <summary>Plays it and reports.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(ReplayRequest request, CancellationToken cancellationToken)
    {
        var opened = ObserverOpener.Recording(context, request.Recording, request.Speed);
        if (opened.Observer is not ReplayObserver observer)
        {
            return context.Fail(opened.Refusal);
        }

        await using (observer)
        {
            var policy = await LivePolicy.LoadAsync(
                context,
                request.Policy,
                opened.Target,
                isGuarded: false,
                cancellationToken
            );
            var against =
                request.Against is not { } path || policy.Program is null
                    ? null
                    : await LivePolicy.LoadAsync(context, path, opened.Target, isGuarded: false, cancellationToken);
            return policy.Program is not { } program ? policy.ExitCode
                : against is { Program: null } ? against.ExitCode
                : await PlayAsync(request, observer, (program, against?.Program), cancellationToken);
        }
    }

    private async Task<int> PlayAsync(
        ReplayRequest request,
        ReplayObserver observer,
        (PolicyProgram Policy, PolicyProgram? Against) programs,
        CancellationToken cancellationToken
    )
    {
        var progress = new ProgressLine(context);
        void Watch(TurnReport report) =>
            progress.Show(() =>
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"played {observer.Elapsed.TotalSeconds:0} s of the recording"
                )
            );
        var outcome = await ReplayRun.RunAsync(
            observer,
            programs.Policy,
            programs.Against,
            context.Time,
            Watch,
            cancellationToken
        );
        progress.Clear();
        cancellationToken.ThrowIfCancellationRequested();
        if (request.Json)
        {
            ReplayJson.Write(context, outcome);
        }
        else
        {
            ReplayText.Write(context, programs.Policy, outcome);
        }

        return Conclude(observer);
    }

    private int Conclude(ReplayObserver observer)
    {
        if (observer.Problem is not { } problem)
        {
            return ExitCode.Success;
        }

        if (problem.Kind != RecordingProblemKind.Truncated)
        {
            return context.Fail(ExitCode.Unreachable, problem.Message, "The figures are of what could be read.");
        }

        context.Error.WriteLine(problem.Message);
        return ExitCode.Success;
    }
}

/// <summary>What <c>rgp replay</c> was asked for.</summary>
internal sealed record ReplayRequest(string Recording, string Policy, string? Against, double? Speed, bool Json);
