using System.Collections.Immutable;

namespace RgPolicy.Sidecar.Levers;

/// <summary>What one resource is to be in each domain.</summary>
/// <param name="Resource">Such as <c>L3</c>, <c>L3CODE</c> or <c>MB</c>.</param>
/// <param name="Values">By domain; masks in hexadecimal, bandwidth in percent.</param>
internal sealed record SchemataLine(string Resource, ImmutableSortedDictionary<int, string> Values);
