using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Decide;

/// <summary>The words of the language for the names of settings.</summary>
internal static class SettingNames
{
    public static string Words(this SettingName name) => name switch
    {
        SettingName.Cache => "cache",
        SettingName.Cores => "cores",
        SettingName.CpuWeight => "cpu weight",
        SettingName.CpuMin => "cpu min",
        SettingName.CpuMax => "cpu max",
        SettingName.CpuCap => "cpu cap",
        SettingName.CpuTime => "cpu time",
        SettingName.MemoryBandwidth => "memory bandwidth",
        SettingName.MemoryMin => "memory min",
        SettingName.MemoryMax => "memory max",
        SettingName.Grant => "grant",
        SettingName.GrantWait => "grant wait",
        SettingName.Maxdop => "maxdop",
        SettingName.IoRead => "io read",
        SettingName.IoWrite => "io write",
        SettingName.IoReads => "io reads",
        SettingName.IoMinReads => "io min reads",
        SettingName.Tempdb => "tempdb",
        SettingName.Concurrency => "concurrency",
        _ => "queue",
    };
}
