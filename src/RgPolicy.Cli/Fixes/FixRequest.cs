using System.Collections.Immutable;

namespace RgPolicy.Cli.Fixes;

/// <summary>What <c>rgp fix</c> was asked for.</summary>
/// <param name="Paths">Files, folders, patterns, <c>-</c>.</param>
/// <param name="DryRun">Writes nothing; shows what would change.</param>
/// <param name="IncludeUnsafe">Also applies fixes that may change what was meant.</param>
/// <param name="Target">A profile's name or file; null is the built-in one.</param>
/// <param name="Json">Reports as <c>rgp/fix/1</c>.</param>
internal sealed record FixRequest(
    ImmutableArray<string> Paths,
    bool DryRun,
    bool IncludeUnsafe,
    string? Target,
    bool Json
);
