using Microsoft.Extensions.Logging;
using RgPolicy.Engine.Sharing;
using RgPolicy.Service.Hosting;
using RgPolicy.Service.Logging;
using RgPolicy.Service.Status;

namespace RgPolicy.Service.Composing;

/// <summary>What a loop is connected with, besides its server.</summary>
/// <param name="Broker">Where it is asked.</param>
/// <param name="Logger">Where messages go.</param>
/// <param name="TurnCompleted">Called after every turn.</param>
/// <param name="LogHealth">How the log's file is.</param>
/// <param name="Start">Told how the start goes on.</param>
/// <param name="Tenant">Its part of a host that it shares; null where it is alone.</param>
public sealed record LoopLinks(
    StatusBroker Broker,
    ILogger Logger,
    Action? TurnCompleted = null,
    LogHealth? LogHealth = null,
    StartLog? Start = null,
    HostTenant? Tenant = null
);
