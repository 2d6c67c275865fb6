using RgPolicy.Engine.Observe;
using RgPolicy.Host.Protocol;
using RgPolicy.Service.Loop;

namespace RgPolicy.Service.Status;

/// <summary>What a status is made of, at the moment between two turns when it was asked for.</summary>
internal sealed record StatusSnapshot(
    LoopParts Parts, LoopSteps Steps, PolicyInForce Policy, MoveStep? Enforce, SidecarState? Sidecar, Observation Last,
    TimeSpan Elapsed);
