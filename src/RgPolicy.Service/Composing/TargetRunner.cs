using RgPolicy.Engine.Sharing;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Hosting;
using RgPolicy.Service.Policies;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Service.Composing;

/// <summary>Runs the targets of a service as <c>rgp run</c> runs one.</summary>
/// <param name="place">The host.</param>
/// <param name="readiness">Says what governing cannot begin for.</param>
/// <param name="directories">Where the programs lie, and where changes are remembered.</param>
/// <param name="open">Connects to a target.</param>
internal sealed class TargetRunner(
    HostPlace place,
    EnforceReadiness readiness,
    (string Install, string Changes) directories,
    Func<TargetSettings, StartLog, CancellationToken, Task<Opened>> open
) : ITargetRunner
{
    private readonly SharedHost _host = new();

    /// <inheritdoc/>
    public async Task<string?> RunAsync(TargetPost post, CancellationToken cancellationToken)
    {
        var target = post.Settings;
        var start = new StartLog(post.Logger, place.Time);
        var opened = await open(target, start, cancellationToken);
        if (opened.Observer is not { } observer)
            return opened.Refusal.ToString();

        await using (observer)
        {
            var request = RequestOf(post);
            if (
                await readiness.CheckAsync(
                    request.Options.Level,
                    request.Sidecar,
                    observer,
                    start,
                    cancellationToken
                ) is
                { } refusal
            )
                return refusal.ToString();

            var file = new PolicyFile(target.Policy, opened.Target, place.Time, isGuarded: true);
            var policy = file.Load(cancellationToken);
            if (policy.Program is not { } program)
                return $"{policy.FirstError} See rgp lint {target.Policy}";

            using var tenant = await JoinAsync(request, target.Name, observer, opened.Target, cancellationToken);
            var links = new LoopLinks(post.Broker, post.Logger, post.TurnCompleted, post.LogHealth, start, tenant);
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

    /// <summary>Who changes nothing, or nothing on this host, takes no part of it.</summary>
    private async Task<HostTenant?> JoinAsync(
        LoopRequest request,
        string name,
        IObserver observer,
        TargetProfile profile,
        CancellationToken cancellationToken
    )
    {
        if (
            request.Options.Level != GovernorLevel.Enforce
            || !observer.Server.IsLocal
            || !TargetLevers.MovesProcesses(profile)
        )
            return null;

        var sidecar = await SidecarAnswer.AskAsync(request.Sidecar, cancellationToken);
        var process = sidecar.State?.Postmaster ?? observer.Server.ProcessId;
        return _host.Join(name, process is { } id ? CgroupHierarchy.Find(place.Root, id)?.Path : null);
    }

    private LoopRequest RequestOf(TargetPost post) =>
        new()
        {
            Options = post.Settings,
            Connect = post.Settings.Connect,
            Sidecar = new SidecarPlace(post.Settings.Sidecar, post.Settings.SidecarState, directories.Install),
            PauseFile = post.PauseFile,
            ChangesDirectory = directories.Changes,
        };
}

/// <summary>A server or recording that was opened, or why not; the observer is null exactly when it was not.</summary>
/// <param name="Observer">The caller disposes of it.</param>
/// <param name="Target">What the policy is compiled for.</param>
/// <param name="Refusal">Why it was not opened; <see cref="Refusal.None"/> where it was.</param>
internal sealed record Opened(IObserver? Observer, TargetProfile Target, Refusal Refusal)
{
    /// <summary>Whether waiting may help; of a problem.</summary>
    public ServerLack Lack { get; init; }

    public static Opened Of(IObserver observer, TargetProfile target) => new(observer, target, Refusal.None);

    /// <summary>It was not.</summary>
    public static Opened Failed(RefusalKind kind, string problem, string next) =>
        new(null, TargetProfile.Generic, new Refusal(kind, problem, next));
}
