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
