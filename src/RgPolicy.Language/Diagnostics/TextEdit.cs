using RgPolicy.Language.Text;

namespace RgPolicy.Language.Diagnostics;

/// <summary>Replaces one range of the text.</summary>
public sealed record TextEdit(TextRange Range, string NewText);
