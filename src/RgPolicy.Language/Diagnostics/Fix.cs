using System.Collections.Immutable;

namespace RgPolicy.Language.Diagnostics;

/// <summary>A set of edits that fixes a diagnostic; safe ones keep the meaning that the author must have had.</summary>
public sealed record Fix(string Title, bool Safe, ImmutableArray<TextEdit> Edits);
