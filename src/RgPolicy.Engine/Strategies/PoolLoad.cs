namespace RgPolicy.Engine.Strategies;

/// <summary>What runs in one pool at this moment, of what a strategy looks at.</summary>
internal struct PoolLoad
{
    /// <summary>Queries that will outlive the refill of their mask.</summary>
    public int Queries;

    /// <summary>Of these, those that only stream.</summary>
    public int Streaming;

    /// <summary>Of the latter, those that may have a part of their pool.</summary>
    public int PartStreams;

    /// <summary>Of the queries, those of weak locality [VLDB'09].</summary>
    public int Weak;

    /// <summary>Of the queries, those whose working set is not known.</summary>
    public int Unknown;

    /// <summary>Bytes of all working sets together: they are in use at the same time.</summary>
    public double WorkingSet;

    /// <summary>The sum of the signal that orders the pools.</summary>
    public double Order;

    /// <summary>True when everything here only streams.</summary>
    public readonly bool IsStreaming => Queries > 0 && Streaming == Queries;

    /// <summary>True when everything here has weak locality.</summary>
    public readonly bool IsWeak => Queries > 0 && Weak == Queries;
}

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
