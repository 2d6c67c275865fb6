namespace RgPolicy.Engine.Classify.Index;

/// <summary>Whether a pattern matches the text of a slot, or does not.</summary>
/// <param name="Slot">A text slot.</param>
/// <param name="Pattern">The pattern's number on the slot's scale.</param>
/// <param name="IsNegated">It must not match.</param>
internal readonly record struct PatternTest(int Slot, int Pattern, bool IsNegated);
