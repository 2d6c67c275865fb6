using System.Collections.Immutable;

namespace RgPolicy.Language.Signals;

/// <summary>One thing that a condition can ask about.</summary>
/// <param name="Ordinal">Position in <see cref="SignalCatalog.All"/>; the index into every table of
/// signal values.</param>
/// <param name="Name">Full name, such as <c>plan.shape</c>.</param>
/// <param name="Phase">When it can be known.</param>
/// <param name="Type">Its type.</param>
/// <param name="IsTargetConstant">Known when the policy is compiled for a target (<c>host.llc</c>,
/// <c>dbms.kind</c>).</param>
/// <param name="Words">For an enum its words, in the order of their numbers; else empty.</param>
public sealed record Signal(
    int Ordinal,
    string Name,
    SignalPhase Phase,
    SignalType Type,
    bool IsTargetConstant,
    ImmutableArray<string> Words
);
