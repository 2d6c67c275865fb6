namespace RgPolicy.Engine.Allot;

/// <summary>What a server that shares its host with others is given of it.</summary>
/// <param name="Classes">Classes of service, the default one included.</param>
/// <param name="Weight">The highest CPU weight in the policies of all servers whose queries compete with this one's;
/// null where it competes with itself alone.</param>
/// <param name="HasExclusive">Whether another server has ways that no other pool may have.</param>
internal sealed record HostTerms(int Classes, double? Weight, bool HasExclusive = false);
