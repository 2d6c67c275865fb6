using RgPolicy.Engine.Sensitivity;
using RgPolicy.Host.Facts;
using RgPolicy.Language.Targets;

namespace RgPolicy.Service.Characterising.Narrowing;

/// <summary>What gives a query as much as a cell had, in the policy language.</summary>
internal static class KneeSetting
{
    /// <summary>The setting of a pool.</summary>
    public static string Of(SweepLever lever, SweepSetting setting, Topology topology) =>
        lever switch
        {
            SweepLever.Cores => "cores " + CpuRanges.ToPolicyText(CoreOrder.First(topology, (int)setting.Value)),
            SweepLever.Llc => FormattableString.Invariant($"cache {setting.Value} ways"),
            SweepLever.Bandwidth => FormattableString.Invariant($"memory bandwidth {setting.Value}%"),
            SweepLever.Read => $"io read {setting.Text}",
            SweepLever.GrantShare => FormattableString.Invariant($"grant {setting.Value}%"),
            SweepLever.Grant => $"grant {setting.Text}",
            _ => FormattableString.Invariant($"maxdop {setting.Value}"),
        };
}
