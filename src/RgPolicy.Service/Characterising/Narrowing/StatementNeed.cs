using System.Collections.Immutable;

namespace RgPolicy.Service.Characterising.Narrowing;

/// <summary>What the statements of one fingerprint need: several differ in literals only, and a policy cannot tell
/// them apart.</summary>
/// <param name="Name">A name for class and pool.</param>
/// <param name="Text">The text of the first.</param>
/// <param name="Fingerprints">What the observer may call them.</param>
/// <param name="Cells">One for each lever that may be narrowed: of several statements the largest.</param>
internal sealed record StatementNeed(
    string Name,
    string Text,
    ImmutableArray<string> Fingerprints,
    ImmutableArray<KneeCell> Cells
);
