namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>Tests that start real processes run one after the other, beside the test machine.</summary>
[CollectionDefinition(Name)]
public sealed class HostCollection
{
    internal const string Name = "host";
}
