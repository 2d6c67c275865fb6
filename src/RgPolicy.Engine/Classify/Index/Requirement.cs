using RgPolicy.Engine.Signals.Scales;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>The rank of a slot must be in a set.</summary>
/// <param name="Slot">The slot.</param>
/// <param name="Set">The set; of a number signal the cells in which its values can be.</param>
/// <param name="Share">The set's part of all ranks of the slot, 0 to 1.</param>
/// <param name="Numbers">The values themselves of a number signal, or null.</param>
internal sealed record Requirement(int Slot, RankSet Set, double Share, NumberSet? Numbers);
