namespace RgPolicy.Engine.Allot;

/// <summary>How a pool stands to the favoured one.</summary>
/// <param name="Share">CPU share of the favoured pool's, or null where the CPU is left alone.</param>
/// <param name="Narrows">Its processes are moved.</param>
/// <param name="IsFavoured">It is the favoured pool.</param>
internal readonly record struct PoolStanding(double? Share, bool Narrows, bool IsFavoured);
