using System.Collections.Immutable;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>Names of levers as users write them.</summary>
public static class SweepLeverName
{
    private static readonly ImmutableArray<(SweepLever Lever, string Name)> Names =
    [
        (SweepLever.Cores, "cores"),
        (SweepLever.Llc, "llc"),
        (SweepLever.Bandwidth, "bandwidth"),
        (SweepLever.Read, "read"),
        (SweepLever.MaxDop, "maxdop"),
        (SweepLever.Grant, "grant"),
        (SweepLever.GrantShare, "grant_share"),
    ];

    /// <summary>All names, for a message.</summary>
    public static string All => string.Join(", ", Names.Select(each => each.Name));

    /// <summary>The lever's name.</summary>
    /// <param name="lever">The lever.</param>
    public static string Of(SweepLever lever) => Names.First(each => each.Lever == lever).Name;

    /// <summary>The lever, or why there is none of this name.</summary>
    /// <param name="name">The name, in any case.</param>
    public static (SweepLever? Lever, string? Problem) Find(string name)
    {
        foreach (var each in Names)
        {
            if (string.Equals(each.Name, name, StringComparison.OrdinalIgnoreCase))
            {
                return (each.Lever, null);
            }
        }

        return (null, Missing(name));
    }

    private static string Missing(string name) =>
        name.ToLowerInvariant() switch
        {
            "smt" => "`smt` is not a sweep of its own: `cores` takes second threads last",
            "cpu" => "`cpu` cannot be swept: a weight changes nothing for a workload that runs alone; use `cores`",
            "write" => "`write` cannot be swept: a backend that waits to write may hold the log, and then the whole "
                + "server waits",
            _ => $"there is no lever `{name}`; there are {All}",
        };
}
