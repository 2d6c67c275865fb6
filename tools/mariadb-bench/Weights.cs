namespace RgPolicy.MariaDbBench;

/// <summary>Who sets the weights of threads.</summary>
internal enum Weights
{
    /// <summary>Nobody.</summary>
    None,

    /// <summary>RgPolicy.</summary>
    RgPolicy,

    /// <summary>A script, once.</summary>
    ByHand,
}
