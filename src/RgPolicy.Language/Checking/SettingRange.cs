using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Checking;

/// <summary>The range of a setting's amount, whatever the target.</summary>
internal sealed record SettingRange(Rational Low, Rational High, string Text)
{
    // As much as 64 bits hold, which is what kernels and servers take.
    private const long Most = 1_000_000_000_000_000_000;

    private static readonly SettingRange Share = new(0, 100, "from 0% to 100%");
    private static readonly SettingRange PositiveShare = new(1, 100, "from 1% to 100%");
    private static readonly SettingRange Weight = new(1, 10_000, "from 1 to 10000");
    private static readonly SettingRange Dop = new(0, 64, "from 0 (the server's choice) to 64");
    private static readonly SettingRange Count = new(1, int.MaxValue, "from 1 to 2147483647");
    private static readonly SettingRange Size = new(1, Most, "from 1 byte to 10^18 bytes");
    private static readonly SettingRange Space = new(0, Most, "from 0 bytes to 10^18 bytes");
    private static readonly SettingRange Rate = new(1, Most, "from 1 to 10^18 per second");
    private static readonly SettingRange Time = new(0, 3650L * 86_400, "from 0 s to 3650 d");

    public static SettingRange Of(SettingName name, SignalType type) =>
        (name, type) switch
        {
            (SettingName.CpuMin or SettingName.MemoryMin, _) => Share,
            (SettingName.Grant or SettingName.Tempdb, SignalType.Percent) => Share,
            (SettingName.Tempdb, _) => Space,
            (_, SignalType.Percent) => PositiveShare,
            (SettingName.CpuWeight, _) => Weight,
            (SettingName.Maxdop, _) => Dop,
            (_, SignalType.Duration) => Time,
            (_, SignalType.Bytes) => Size,
            (_, SignalType.BytesPerSecond or SignalType.Number) => Rate,
            _ => Count,
        };

    public bool Contains(Rational amount) => amount >= Low && amount <= High;
}
