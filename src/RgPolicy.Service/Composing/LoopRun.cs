using RgPolicy.Engine.Sharing;
using RgPolicy.Host.Client;
using RgPolicy.Service.Control;
using RgPolicy.Service.Hosting;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Policies;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Service.Composing;

/// <summary>Puts the loop of an opened server or recording together and runs it; of a command or of a
/// service.</summary>
internal sealed class LoopRun(HostPlace place)
{
    /// <summary>Runs it to its end, or says why it does not begin.</summary>
    /// <returns>Exactly one of the two.</returns>
    public async Task<(LoopSummary? Summary, Refusal? Refusal)> RunAsync(
        LoopRequest request,
        IObserver observer,
        PolicyProgram program,
        PolicyFile file,
        LoopLinks links,
        CancellationToken cancellationToken
    )
    {
        await using var files = new LoopFiles(place.Time);
        if (files.Open(request, observer, links.Logger) is { } refusal)
            return (null, refusal);

        if (request.Options.Level == GovernorLevel.Enforce)
            links.Start?.Share(ProcessorShare.FindLack(place.Root, Environment.ProcessId));

        var (cores, coresMissing) = CoreControls.Of(
            place,
            request.Connect,
            program,
            token => ConnectAsync(request, token)
        );
        await using var loop = new GovernorLoop(
            new LoopParts
            {
                Observer = observer,
                ConnectSidecar = observer.Server.IsLocal ? token => ConnectAsync(request, token) : null,
                Cores = cores,
                CoresMissing = coresMissing,
                Hints = files.Hints,
                Program = program,
                PolicyFile = file,
                Options = request.Options,
                Duration = request.For,
                Time = place.Time,
                Logger = links.Logger,
                ReadPressure = request.Connect is not null ? ServerHost.ReaderOf(observer, place.Root) : null,
                ReportReaction = files.Reactions is { } reactions ? reactions.Write : null,
                Broker = links.Broker,
                Audit = files.Audit,
                Pause = new PauseSwitch(request.PauseFile),
                TurnCompleted = links.TurnCompleted,
                LogHealth = links.LogHealth,
                Start = links.Start,
                Tenant = links.Tenant,
            }
        );
        return (await loop.RunAsync(cancellationToken), null);
    }

    private static async Task<ISidecar> ConnectAsync(LoopRequest request, CancellationToken cancellationToken) =>
        await SidecarClient.ConnectAsync(request.Sidecar.SocketPath, SidecarDefaults.RequestTimeout, cancellationToken);
}

/// <summary>What a loop is connected with, besides its server.</summary>
/// <param name="Broker">Where it is asked.</param>
/// <param name="Logger">Where messages go.</param>
/// <param name="TurnCompleted">Called after every turn.</param>
/// <param name="LogHealth">How the log's file is.</param>
/// <param name="Start">Told how the start goes on.</param>
/// <param name="Tenant">Its part of a host that it shares; null where it is alone.</param>
internal sealed record LoopLinks(
    StatusBroker Broker,
    ILogger Logger,
    Action? TurnCompleted = null,
    LogHealth? LogHealth = null,
    StartLog? Start = null,
    HostTenant? Tenant = null
);

/// <summary>What a loop is asked to do, of a command or of a service; every path is absolute.</summary>
internal sealed record LoopRequest
{
    public required LoopOptions Options { get; init; }

    /// <summary>The server; null for a recording.</summary>
    public string? Connect { get; init; }

    /// <summary>How long it goes on; null is until it is told to end, or the recording ends.</summary>
    public TimeSpan? For { get; init; }

    public required SidecarPlace Sidecar { get; init; }

    /// <summary>The kill switch.</summary>
    public required string PauseFile { get; init; }

    /// <summary>Where hints are remembered.</summary>
    public required string ChangesDirectory { get; init; }

    /// <summary>Reactions as JSON lines go here.</summary>
    public string? Reactions { get; init; }
}
