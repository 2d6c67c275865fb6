namespace RgPolicy.Host.Protocol;

/// <summary>The fixed verbs of the protocol.</summary>
public static class WireVerb
{
    /// <summary>Asks what the sidecar is; needs no lease.</summary>
    public const string State = "state";

    /// <summary>Takes the lease and sets the pools.</summary>
    public const string Configure = "configure";

    /// <summary>Moves processes.</summary>
    public const string Move = "move";

    /// <summary>Renews the lease.</summary>
    public const string Heartbeat = "heartbeat";

    /// <summary>Restores everything and gives the lease back.</summary>
    public const string Release = "release";

    /// <summary>Has a query's memory sampled, and collects what was found since the last time.</summary>
    public const string Sample = "sample";
}
