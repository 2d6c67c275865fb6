using RgPolicy.Cli.Live;
using RgPolicy.Cli.Recordings;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;
using RgPolicy.Dbms.Recording;
using RgPolicy.Dbms.Replay;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Workloads;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Composing;
using RgPolicy.Service.Replaying;
using RgPolicy.Service.Suggesting;

namespace RgPolicy.Cli.Suggest;

/// <summary>Looks at a recording, writes a policy for it, and plays the recording under that.</summary>
internal sealed class SuggestHandler(CliContext context)
{
    private const string NextObjective = "See: rgp suggest --help";

    /// <summary>Suggests and reports.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(SuggestRequest request, CancellationToken cancellationToken)
    {
        if (request is { Update: not null, Objective: not null })
        {
            return context.Fail(ExitCode.Usage, "--objective and --update do not go together", NextObjective);
        }

        if (Existing(request) is { } existing)
        {
            return context.Fail(ExitCode.Usage, existing, "Give another name, or --force.");
        }

        var target = await TargetAsync(request, cancellationToken);
        if (target is { Profile: null })
        {
            return context.Fail(target.ExitCode, target.Problem ?? "", TargetResolver.Next);
        }

        var opening = RecordingReader.Open(context.Resolve(request.Recording));
        if (opening.Reader is not { } reader)
        {
            return context.Fail(
                ExitCode.Unreachable,
                opening.Problem?.Message ?? "",
                "Make a recording with: rgp record"
            );
        }

        using (reader)
        {
            var profile = target?.Profile ?? reader.Header.Host;
            var workload = WorkloadLook.Read(context, reader, cancellationToken);
            if (reader.Problem is { Kind: not RecordingProblemKind.Truncated } problem)
            {
                return context.Fail(ExitCode.Unreachable, problem.Message, "No policy was written.");
            }

            var dbms = reader.Header.Server.Kind;
            return request.Update is { } path
                ? await new UpdateHandler(context).RunAsync(path, request, workload, dbms, profile, cancellationToken)
                : await SuggestAsync(request, workload, reader.Header, profile, cancellationToken);
        }
    }

    private string? Existing(SuggestRequest request) =>
        request is { OutputFile: { } name, Force: false } && File.Exists(context.Resolve(name))
            ? $"`{name}` exists"
            : null;

    private async Task<TargetChoice?> TargetAsync(SuggestRequest request, CancellationToken cancellationToken) =>
        request.Target is { } name ? await TargetResolver.FindAsync(context, name, cancellationToken) : null;

    private async Task<int> SuggestAsync(
        SuggestRequest request,
        Workload workload,
        RecordingHeader header,
        TargetProfile target,
        CancellationToken cancellationToken
    )
    {
        var source = Path.GetFileName(request.Recording);
        var suggestion = PolicySuggester.Suggest(
            workload,
            new SuggestionRequest(target, source, header.Server.Kind, request.Objective)
        );
        if (suggestion.Text is not { } text || Compile(text, header.Host) is not { } program)
        {
            return context.Fail(ExitCode.Usage, suggestion.Problem ?? "no policy fits this recording", NextObjective);
        }

        var outcome = await ReplayAsync(request, program, cancellationToken);
        return outcome.Outcome is { } replay
            ? Report(request, new SuggestReport(workload, suggestion, text, replay))
            : context.Fail(outcome.Refusal);
    }

    private static PolicyProgram? Compile(string text, TargetProfile host) =>
        PolicyReader.Check(text, "suggested.rgp", host).Policy is { } policy
            ? PolicyProgram.Compile(policy, host)
            : null;

    private async Task<(ReplayOutcome? Outcome, Refusal Refusal)> ReplayAsync(
        SuggestRequest request,
        PolicyProgram program,
        CancellationToken cancellationToken
    )
    {
        var opened = ObserverOpener.Recording(context, request.Recording, null);
        if (opened.Observer is not ReplayObserver observer)
        {
            return (null, opened.Refusal);
        }

        await using (observer)
        {
            var outcome = await ReplayRun.RunAsync(observer, program, null, context.Time, null, cancellationToken);
            cancellationToken.ThrowIfCancellationRequested();
            return (outcome, opened.Refusal);
        }
    }

    private int Report(SuggestRequest request, SuggestReport report)
    {
        if (
            request.OutputFile is { } name
            && Files.OutputFile.Write(context.Resolve(name), name, report.Text) is { } problem
        )
        {
            return context.Fail(ExitCode.Unreachable, problem, "Give another --out.");
        }

        if (request.Json)
        {
            SuggestJson.Write(context, report);
        }
        else if (request.OutputFile is { } written)
        {
            SuggestText.Write(context, report, written);
        }
        else
        {
            context.WriteDocument(report.Text);
        }

        return ExitCode.Success;
    }
}
