using System.Collections.Immutable;

namespace RgPolicy.Cli.Format;

/// <summary>What <c>rgp fmt</c> was asked for.</summary>
/// <param name="Paths">Files, folders, patterns, <c>-</c>.</param>
/// <param name="Check">Writes nothing; ends with 1 when something would change.</param>
/// <param name="Diff">Writes nothing; shows what would change.</param>
/// <param name="Json">Reports as <c>rgp/fmt/1</c>.</param>
internal sealed record FormatRequest(ImmutableArray<string> Paths, bool Check, bool Diff, bool Json);
