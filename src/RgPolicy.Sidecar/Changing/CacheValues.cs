namespace RgPolicy.Sidecar.Changing;

/// <summary>A group's masks and bandwidths as numbers, by resource and domain, so that no kernel's way
/// of writing them matters.</summary>
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
                    values[domain] = number;
            }

            resources[resource] = values.ToImmutable();
        }

        return new CacheValues(resources.ToImmutable());
    }

    /// <summary>The command that sets a resource.</summary>
    internal static string Line(string resource, ImmutableSortedDictionary<int, ulong> values)
    {
        var format = IsMask(resource) ? "x" : "d";
        var domains = new List<string>(values.Count);
        foreach (var (domain, value) in values)
        {
            domains.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{domain}={value.ToString(format, CultureInfo.InvariantCulture)}"
                )
            );
        }

        return $"{resource}:{string.Join(';', domains)}\n";
    }

    /// <summary>Those of a resource's values here that differ from the wanted ones, as they are wanted.</summary>
    internal ImmutableSortedDictionary<int, ulong> Missing(
        string resource,
        ImmutableSortedDictionary<int, ulong> wanted
    )
    {
        var now = Resources.GetValueOrDefault(resource) ?? ImmutableSortedDictionary<int, ulong>.Empty;
        return Only(wanted, (domain, value) => !now.TryGetValue(domain, out var found) || found != value);
    }

    /// <summary>Those values for which something holds.</summary>
    internal static ImmutableSortedDictionary<int, ulong> Only(
        ImmutableSortedDictionary<int, ulong> values,
        Func<int, ulong, bool> holds
    ) => Map(values, (domain, value) => holds(domain, value) ? value : null);

    /// <summary>Other values for the same domains; null leaves one out. A loop: queries over pairs of numbers make a
    /// program large.</summary>
    internal static ImmutableSortedDictionary<int, ulong> Map(
        ImmutableSortedDictionary<int, ulong> values,
        Func<int, ulong, ulong?> change
    )
    {
        var result = ImmutableSortedDictionary.CreateBuilder<int, ulong>();
        foreach (var (domain, value) in values)
        {
            if (change(domain, value) is { } changed)
                result[domain] = changed;
        }

        return result.ToImmutable();
    }

    /// <summary>A step for each resource.</summary>
    internal IEnumerable<ChangeOperation> Writes(string directory)
    {
        foreach (var (resource, values) in Resources)
            yield return new ChangeOperation(ChangeStepKind.Write, directory) { Resource = resource, After = values };
    }
}

/// <summary>A class of service that some pools wish for.</summary>
/// <param name="Number">The number in the group's name.</param>
/// <param name="Values">Its masks and bandwidths.</param>
/// <param name="Pools">The pools in it.</param>
/// <param name="Kept">The directory that it has already, or null.</param>
internal sealed record CacheClass(int Number, CacheValues Values, ImmutableArray<int> Pools, string? Kept)
{
    /// <summary>Whether pools may come and go: each then has a monitoring group in it, which the kernel moves with all
    /// its tasks at once.</summary>
    internal bool IsShared { get; init; }

    /// <summary>The CPUs that have its masks themselves, as the kernel lists them; empty for none.</summary>
    internal string Cpus { get; init; } = string.Empty;

    /// <summary>The directory that it is to have.</summary>
    internal string Directory { get; init; } = Kept ?? string.Empty;
}
