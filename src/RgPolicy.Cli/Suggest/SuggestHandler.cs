using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;
using RgPolicy.Dbms.Replay;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Composing;
using RgPolicy.Service.Replaying;

namespace RgPolicy.Cli.Suggest;

/// <summary>Looks at what ran, writes a policy for it, and plays the recording under that where there is one.</summary>
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

        if ((request.Recording is null) == (request.Connect is null))
        {
            return context.Fail(
                ExitCode.Usage,
                "give a recording, or --server for what a server has counted itself",
                NextObjective
            );
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

        var read = request.Connect is { } uri
            ? await new ServerSource(context, target?.Profile).ReadAsync(uri, request.PasswordFile, cancellationToken)
            : RecordingSource.Read(context, request.Recording ?? "", cancellationToken);
        if (read.Source is not { } source)
        {
            return context.Fail(read.Refusal);
        }

        var profile = target?.Profile ?? source.Host;
        return request.Update is { } path
            ? await new UpdateHandler(context).RunAsync(path, request, source, profile, cancellationToken)
            : await SuggestAsync(request, source, target?.Profile, cancellationToken);
    }

    private string? Existing(SuggestRequest request) =>
        request is { OutputFile: { } name, Force: false } && File.Exists(context.Resolve(name))
            ? $"`{name}` exists"
            : null;

    private async Task<TargetChoice?> TargetAsync(SuggestRequest request, CancellationToken cancellationToken) =>
        request.Target is { } name ? await TargetResolver.FindAsync(context, name, cancellationToken) : null;

    private async Task<int> SuggestAsync(
        SuggestRequest request,
        SuggestSource source,
        TargetProfile? target,
        CancellationToken cancellationToken
    )
    {
        var choice = new SuggestionTrial(context, source, target, request.Objective).Choose(cancellationToken);
        if (choice.Suggestion.Text is not { } text || SuggestionTrial.Compile(text, source.Host) is not { } program)
        {
            return context.Fail(ExitCode.Usage, choice.Suggestion.Problem ?? "no policy fits what ran", NextObjective);
        }

        var report = new SuggestReport(source, choice.Suggestion, text, null, choice.Effect);
        if (source.Recording is not { } recording)
        {
            return Report(request, report);
        }

        var outcome = await ReplayAsync(recording, program, cancellationToken);
        return outcome.Outcome is { } replay
            ? Report(request, report with { Replay = replay })
            : context.Fail(outcome.Refusal);
    }

    private async Task<(ReplayOutcome? Outcome, Refusal Refusal)> ReplayAsync(
        string recording,
        PolicyProgram program,
        CancellationToken cancellationToken
    )
    {
        var opened = ObserverOpener.Recording(context, recording, null);
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

/// <summary>What <c>rgp suggest</c> was asked for.</summary>
/// <param name="Recording">The recording's path; null where a server is connected.</param>
/// <param name="Connect">The server whose statistics are read; null for a recording.</param>
/// <param name="PasswordFile">A file with the password, <c>-</c> to be asked, or null.</param>
/// <param name="OutputFile">Where the policy goes; null is standard output.</param>
/// <param name="Force">A file that is there is overwritten.</param>
/// <param name="Objective">A time to keep, or null.</param>
/// <param name="Target">A profile's name or file; null is the recording's own host.</param>
/// <param name="Update">A policy to which what it lacks is proposed; null for a policy of its own.</param>
/// <param name="Json">The answer is <c>rgp/suggest/1</c>, or <c>rgp/suggest_update/1</c>.</param>
internal sealed record SuggestRequest(
    string? Recording,
    string? Connect,
    string? PasswordFile,
    string? OutputFile,
    bool Force,
    string? Objective,
    string? Target,
    string? Update,
    bool Json
);
