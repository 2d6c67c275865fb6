using RgPolicy.Service.Hosting;
using RgPolicy.Service.Policies;
using RgPolicy.Service.Settings;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Service.Composing;

/// <summary>Runs the targets of a service as <c>rgp run</c> runs one.</summary>
/// <param name="place">The host.</param>
/// <param name="readiness">Says what governing cannot begin for.</param>
/// <param name="directories">Where the programs lie, and where changes are remembered.</param>
/// <param name="open">Connects to a target.</param>
public sealed class TargetRunner(
    HostPlace place,
    EnforceReadiness readiness,
    (string Install, string Changes) directories,
    Func<TargetSettings, StartLog, CancellationToken, Task<Opened>> open
) : ITargetRunner
{
    /// <inheritdoc/>
    public async Task<string?> RunAsync(TargetPost post, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(post);
        var target = post.Settings;
        var start = new StartLog(post.Logger, place.Time);
        var opened = await open(target, start, cancellationToken);
        if (opened.Observer is not { } observer)
        {
            return opened.Refusal.ToString();
        }

        await using (observer)
        {
            var request = RequestOf(post);
            if (
                await readiness.CheckAsync(request.Level, request.Sidecar, observer, start, cancellationToken) is
                { } refusal
            )
            {
                return refusal.ToString();
            }

            var file = new PolicyFile(target.Policy, opened.Target, place.Time, isGuarded: true);
            var policy = file.Load(cancellationToken);
            if (policy.Program is not { } program)
            {
                return $"{policy.FirstError} See rgp lint {target.Policy}";
            }

            var links = new LoopLinks(post.Broker, post.Logger, post.TurnCompleted, post.LogHealth, start);
            var (_, notBegun) = await new LoopRun(place).RunAsync(
                request,
                observer,
                program,
                file,
                links,
                cancellationToken
            );
            return notBegun?.ToString();
        }
    }

    private LoopRequest RequestOf(TargetPost post) =>
        new()
        {
            Policy = post.Settings.Policy,
            ApprovePolicy = post.Settings.ApprovePolicy,
            Connect = post.Settings.Connect,
            Level = post.Settings.Level,
            MayCancel = post.Settings.MayCancel,
            CancelGrace = post.Settings.CancelGrace,
            Sidecar = new SidecarPlace(post.Settings.Sidecar, post.Settings.SidecarState, directories.Install),
            PauseFile = post.PauseFile,
            ChangesDirectory = directories.Changes,
            ShowText = post.Settings.ShowText,
            Audit = post.Settings.Audit,
        };
}
