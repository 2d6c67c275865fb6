using System.Collections.Frozen;
using System.Collections.Immutable;

namespace RgPolicy.Language.Model;

/// <summary>The settings' names as policies write them.</summary>
public static class SettingNames
{
    private static readonly ImmutableArray<string> Texts =
    [
        "cache",
        "cores",
        "cpu weight",
        "cpu min",
        "cpu max",
        "cpu cap",
        "cpu time",
        "memory bandwidth",
        "memory min",
        "memory max",
        "grant",
        "grant wait",
        "maxdop",
        "io read",
        "io write",
        "io reads",
        "io min reads",
        "tempdb",
        "concurrency",
        "queue",
        "slots",
    ];

    private static readonly FrozenDictionary<string, SettingName> ByText = Enum.GetValues<SettingName>()
        .ToFrozenDictionary(name => Texts[(int)name], StringComparer.Ordinal);

    /// <summary>All settings, in the order of the language reference.</summary>
    public static ImmutableArray<SettingName> All { get; } = [.. Enum.GetValues<SettingName>()];

    /// <summary>The words of a setting, such as <c>cpu weight</c>.</summary>
    public static string ToText(SettingName name) => Texts[(int)name];

    /// <summary>The setting of these words (one blank between two), or null.</summary>
    public static SettingName? Find(string text) => ByText.TryGetValue(text, out var name) ? name : null;
}
