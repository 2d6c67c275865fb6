using System.Collections.Immutable;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Language.Formatting;

/// <summary>What formatting a text gave.</summary>
/// <param name="Text">The formatted text, or null when the text does not fit the grammar.</param>
/// <param name="Diagnostics">Why not; empty when there is a text.</param>
public sealed record FormatResult(string? Text, ImmutableArray<Diagnostic> Diagnostics);
