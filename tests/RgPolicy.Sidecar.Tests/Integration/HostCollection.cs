namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>Tests that start real processes run one after the other.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class HostCollection
{
    internal const string Name = "host";
}
