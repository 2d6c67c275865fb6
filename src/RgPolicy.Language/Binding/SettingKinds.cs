using System.Collections.Immutable;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Binding;

/// <summary>Which units each setting of one amount takes.</summary>
internal static class SettingKinds
{
    /// <summary>The kinds that the setting takes, the usual one first.</summary>
    public static ImmutableArray<ConstantKind> Of(SettingName name) =>
        name switch
        {
            SettingName.CpuMin
            or SettingName.CpuMax
            or SettingName.CpuCap
            or SettingName.MemoryMin
            or SettingName.MemoryMax => [ConstantKind.Percent],
            SettingName.MemoryBandwidth => [ConstantKind.Percent, ConstantKind.BytesPerSecond],
            SettingName.Grant or SettingName.Tempdb => [ConstantKind.Percent, ConstantKind.Bytes],
            SettingName.GrantWait or SettingName.CpuTime or SettingName.Queue => [ConstantKind.Duration],
            SettingName.IoRead or SettingName.IoWrite => [ConstantKind.BytesPerSecond],
            SettingName.IoReads or SettingName.IoMinReads => [ConstantKind.OperationsPerSecond],
            _ => [ConstantKind.Number],
        };

    /// <summary>How the bound model names the kind of a setting's amount.</summary>
    public static SignalType TypeOf(ConstantKind kind) =>
        kind switch
        {
            ConstantKind.Percent => SignalType.Percent,
            ConstantKind.Bytes => SignalType.Bytes,
            ConstantKind.BytesPerSecond => SignalType.BytesPerSecond,
            ConstantKind.Duration => SignalType.Duration,
            ConstantKind.OperationsPerSecond => SignalType.Number,
            _ => SignalType.Count,
        };
}
