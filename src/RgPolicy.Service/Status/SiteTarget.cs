namespace RgPolicy.Service.Status;

/// <summary>A loop that the site shows.</summary>
/// <param name="Name">Of the target; empty where there is one loop only.</param>
/// <param name="Broker">Where the loop is asked.</param>
public sealed record SiteTarget(string Name, StatusBroker Broker)
{
    /// <summary>The file of a simulation to show beside what was measured; null for none.</summary>
    public string? Simulated { get; init; }
}
