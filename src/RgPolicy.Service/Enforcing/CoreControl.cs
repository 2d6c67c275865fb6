using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Host.Protocol;
using RgPolicy.Language.Targets;

namespace RgPolicy.Service.Enforcing;

/// <summary>How CPUs of a server whose threads cannot be told apart are given masks.</summary>
/// <param name="Host">The processor, as a target whose queries can be moved.</param>
/// <param name="Connect">Connects to the sidecar.</param>
/// <param name="FindProblem">Why the server's CPUs are not the host's, seen from the host; null when they are.</param>
internal sealed record CoreControl(
    TargetProfile Host,
    Func<CancellationToken, Task<ISidecar>> Connect,
    Func<ServerResources, string?> FindProblem
);
