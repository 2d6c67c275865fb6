using RgPolicy.Cli.HostControl;
using RgPolicy.Cli.Shell;
using RgPolicy.Service.Hosting;
using RgPolicy.Service.Policies;

namespace RgPolicy.Cli.Live;

/// <summary>Runs the targets of a service as <c>rgp run</c> runs one.</summary>
internal sealed class TargetRunner(CliContext context, string changesDirectory) : ITargetRunner
{
    /// <inheritdoc/>
    public async Task<string?> RunAsync(TargetPost post, CancellationToken cancellationToken)
    {
        var target = post.Settings;
        var start = new StartLog(post.Logger, context.Time);
        var opened = await ObserverOpener.ConnectAsync(context, target.Connect, target.PasswordFile, start, cancellationToken);
        if (opened.Observer is not { } observer)
        {
            return new Refusal(opened.ExitCode, opened.Problem, opened.Next).ToString();
        }

        await using (observer)
        {
            var request = RequestOf(post);
            if (await EnforceReadiness.CheckAsync(context, request, observer, start, cancellationToken) is { } refusal)
            {
                return refusal.ToString();
            }

            var file = new PolicyFile(target.Policy, opened.Target, context.Time, isGuarded: true);
            var policy = file.Load(cancellationToken);
            if (policy.Program is not { } program)
            {
                return $"{policy.FirstError} See rgp lint {target.Policy}";
            }

            var links = new LoopLinks(post.Desk, post.Logger, post.TurnCompleted, post.LogHealth, start);
            var (_, notBegun) = await new LoopRun(context).RunAsync(request, observer, program, file, links, cancellationToken);
            return notBegun?.ToString();
        }
    }

    private RunRequest RequestOf(TargetPost post) => new()
    {
        Policy = post.Settings.Policy,
        Connect = post.Settings.Connect,
        Level = post.Settings.Level,
        MayCancel = post.Settings.MayCancel,
        CancelGrace = post.Settings.CancelGrace,
        Sidecar = new SidecarPlace(post.Settings.Sidecar, post.Settings.SidecarState, context.InstallDirectory),
        StatusSocket = "",
        PauseFile = post.PauseFile,
        Journal = changesDirectory,
        ShowText = post.Settings.ShowText,
        Audit = post.Settings.Audit,
    };
}
