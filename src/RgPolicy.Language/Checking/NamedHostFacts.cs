using RgPolicy.Language.Analysis.Reports;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>The facts of a host that a policy can name.</summary>
public static class NamedHostFacts
{
    /// <summary>Them in a few words: how many cores and sockets, how much cache.</summary>
    /// <param name="target">The target on that host.</param>
    public static string Describe(TargetProfile target) =>
        FormattableString.Invariant(
            $"{target.Cores} {(target.Cores == 1 ? "core" : "cores")}, {target.Sockets} {(target.Sockets == 1 ? "socket" : "sockets")}, {AmountText.Of(target.LlcBytes, SignalType.Bytes)} of L3"
        );
}
