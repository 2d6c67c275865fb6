using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Sidecar.Levers;

namespace RgPolicy.Sidecar.Changing;

/// <summary>A group's masks and bandwidths as numbers, by resource and domain, so that no kernel's way of writing them matters.</summary>
/// <param name="Resources">By resource, then by domain.</param>
internal sealed record CacheValues(ImmutableSortedDictionary<string, ImmutableSortedDictionary<int, ulong>> Resources)
{
    internal static CacheValues None { get; } =
        new(ImmutableSortedDictionary.Create<string, ImmutableSortedDictionary<int, ulong>>(StringComparer.Ordinal));

    /// <summary>Whether a resource's values are masks; the others are amounts.</summary>
    internal static bool IsMask(string resource) => resource.StartsWith('L');

    /// <summary>Reads a file <c>schemata</c>.</summary>
    internal static CacheValues Parse(string text)
    {
        var resources = None.Resources.ToBuilder();
        foreach (var (resource, domains) in Schemata.Parse(text))
        {
            var values = ImmutableSortedDictionary.CreateBuilder<int, ulong>();
            foreach (var (domain, value) in domains)
            {
                var style = IsMask(resource) ? NumberStyles.AllowHexSpecifier : NumberStyles.None;
                if (ulong.TryParse(value, style, CultureInfo.InvariantCulture, out var number))
                {
                    values[domain] = number;
                }
            }

            resources[resource] = values.ToImmutable();
        }

        return new CacheValues(resources.ToImmutable());
    }

    /// <summary>The command that sets a resource.</summary>
    internal static string Line(string resource, ImmutableSortedDictionary<int, ulong> values)
    {
        var format = IsMask(resource) ? "x" : "d";
        return Schemata.Line(
            resource, values.Select(v => KeyValuePair.Create(v.Key, v.Value.ToString(format, CultureInfo.InvariantCulture))));
    }

    /// <summary>Those of a resource's values here that differ from the wanted ones, as they are wanted.</summary>
    internal ImmutableSortedDictionary<int, ulong> Missing(string resource, ImmutableSortedDictionary<int, ulong> wanted)
    {
        var now = Resources.GetValueOrDefault(resource) ?? ImmutableSortedDictionary<int, ulong>.Empty;
        return wanted.Where(w => !now.TryGetValue(w.Key, out var value) || value != w.Value).ToImmutableSortedDictionary();
    }
}
