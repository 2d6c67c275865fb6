namespace RgPolicy.Service.Status;

/// <summary>A loop that the site shows.</summary>
/// <param name="Name">Of the target; empty where there is one loop only.</param>
/// <param name="Broker">Where the loop is asked.</param>
public sealed record SiteTarget(string Name, StatusBroker Broker);
