namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Writes something else in the place of a part of a text.</summary>
/// <param name="Start">The part's first offset.</param>
/// <param name="End">The offset behind it; the start for what is put in.</param>
/// <param name="Text">What stands there instead.</param>
internal readonly record struct Replacement(int Start, int End, string Text);
