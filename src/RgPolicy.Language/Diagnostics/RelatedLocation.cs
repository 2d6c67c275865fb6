using RgPolicy.Language.Text;

namespace RgPolicy.Language.Diagnostics;

/// <summary>A second place that a diagnostic speaks of.</summary>
public sealed record RelatedLocation(string Path, TextRange Range, string Message);
