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
