using RgPolicy.Host.Levers;

namespace RgPolicy.Service.Status;

/// <summary>The levers that a policy's settings ask for: what the others are matters to no query.</summary>
internal static class AskedLevers
{
    /// <summary>Those of a status document; also such as this version does not know.</summary>
    public static IReadOnlyList<LeverStatus> Of(StatusDocument status)
    {
        var settings = status
            .Pools.OrEmpty()
            .SelectMany(pool => pool.Settings.OrEmpty())
            .Select(setting => setting.Name ?? "")
            .ToHashSet(StringComparer.Ordinal);
        return
        [
            .. (status.Host?.Levers)
                .OrEmpty()
                .Where(lever =>
                    lever.State == LeverNames.Used
                    || SettingsOf(lever.Lever) is not { } names
                    || names.Any(settings.Contains)
                ),
        ];
    }

    /// <summary>Whether a setting of a policy works by this lever.</summary>
    internal static bool IsOfASetting(string lever) => SettingsOf(lever) is { Length: > 0 };

    private static string[]? SettingsOf(string? lever) =>
        lever switch
        {
            LeverNames.CpuCgroup => ["cpu weight", "cpu cap"],
            LeverNames.Affinity => ["cores"],
            LeverNames.Cache => ["cache"],
            LeverNames.MemoryBandwidth => ["memory bandwidth"],
            LeverNames.ReadLimit => ["io read", "io reads"],
            // No setting asks for them; rgp doctor says what became of them.
            LeverNames.Nice or LeverNames.Batch or LeverNames.Slice or LeverNames.IoPriority => [],
            _ => null,
        };
}
