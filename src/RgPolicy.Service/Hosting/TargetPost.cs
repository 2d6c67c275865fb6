using Microsoft.Extensions.Logging;
using RgPolicy.Service.Logging;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;

namespace RgPolicy.Service.Hosting;

/// <summary>What a target's loop is given by the service.</summary>
/// <param name="Settings">Of this target.</param>
/// <param name="PauseFile">Its kill switch.</param>
/// <param name="Broker">Where it is asked.</param>
/// <param name="Logger">Named after the target.</param>
/// <param name="TurnCompleted">To be called after every turn.</param>
public sealed record TargetPost(
    TargetSettings Settings,
    string PauseFile,
    StatusBroker Broker,
    ILogger Logger,
    Action TurnCompleted
)
{
    /// <summary>How the log's file is; null where there is none.</summary>
    public LogHealth? LogHealth { get; init; }
}
