namespace RgPolicy.Engine.Strategies;

/// <summary>What one pool could use of the cache, in ways.</summary>
/// <param name="Pool">The pool's index.</param>
/// <param name="Order">Smaller ones are served first.</param>
/// <param name="Ways">Its working set; 0 for a pool that only streams.</param>
/// <param name="Floor">Never fewer.</param>
/// <param name="Cap">Never more: what the policy gives it.</param>
internal readonly record struct SplitDemand(int Pool, double Order, int Ways, int Floor, int Cap)
{
    public bool IsStreaming => Ways == 0;

    /// <summary>The most that is of use to it.</summary>
    public int Wanted => Math.Clamp(Ways, Floor, Math.Max(Floor, Cap));
}
