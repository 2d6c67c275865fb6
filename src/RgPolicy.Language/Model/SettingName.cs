using System.Collections.Frozen;

namespace RgPolicy.Language.Model;

/// <summary>The settings of a pool; two of one name in a pool are an error.</summary>
public enum SettingName
{
    /// <summary><c>cache</c></summary>
    Cache,

    /// <summary><c>cores</c></summary>
    Cores,

    /// <summary><c>cpu weight</c></summary>
    CpuWeight,

    /// <summary><c>cpu min</c></summary>
    CpuMin,

    /// <summary><c>cpu max</c></summary>
    CpuMax,

    /// <summary><c>cpu cap</c></summary>
    CpuCap,

    /// <summary><c>cpu time</c></summary>
    CpuTime,

    /// <summary><c>memory bandwidth</c></summary>
    MemoryBandwidth,

    /// <summary><c>memory min</c></summary>
    MemoryMin,

    /// <summary><c>memory max</c></summary>
    MemoryMax,

    /// <summary><c>grant</c></summary>
    Grant,

    /// <summary><c>grant wait</c></summary>
    GrantWait,

    /// <summary><c>maxdop</c></summary>
    Maxdop,

    /// <summary><c>io read</c></summary>
    IoRead,

    /// <summary><c>io write</c></summary>
    IoWrite,

    /// <summary><c>io reads</c></summary>
    IoReads,

    /// <summary><c>io min reads</c></summary>
    IoMinReads,

    /// <summary><c>tempdb</c></summary>
    Tempdb,

    /// <summary><c>concurrency</c></summary>
    Concurrency,

    /// <summary><c>queue</c></summary>
    Queue,

    /// <summary><c>slots</c></summary>
    Slots,
}

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
