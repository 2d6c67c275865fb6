using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Engine.Sensitivity;
using RgPolicy.Host.Facts;

namespace RgPolicy.Service.Characterising.Narrowing;

/// <summary>What gives a query as much as a cell had, in the policy language.</summary>
internal static class KneeSetting
{
    /// <summary>The setting of a pool.</summary>
    public static string Of(SweepLever lever, SweepSetting setting, Topology topology) =>
        lever switch
        {
            SweepLever.Cores => "cores " + Ranges(CoreOrder.First(topology, (int)setting.Value)),
            SweepLever.Llc => FormattableString.Invariant($"cache {setting.Value} ways"),
            SweepLever.Bandwidth => FormattableString.Invariant($"memory bandwidth {setting.Value}%"),
            SweepLever.Read => $"io read {setting.Text}",
            SweepLever.GrantShare => FormattableString.Invariant($"grant {setting.Value}%"),
            SweepLever.Grant => $"grant {setting.Text}",
            _ => FormattableString.Invariant($"maxdop {setting.Value}"),
        };

    /// <summary>Such as <c>0..3, 8</c>; ascending.</summary>
    private static string Ranges(ImmutableArray<int> processors)
    {
        var ranges = processors
            .Select((processor, i) => (processor, Run: processor - i))
            .GroupBy(each => each.Run)
            .Select(run => (First: run.First().processor, Last: run.Last().processor))
            .Select(run =>
                run.First == run.Last
                    ? run.First.ToString(CultureInfo.InvariantCulture)
                    : FormattableString.Invariant($"{run.First}..{run.Last}")
            );
        return string.Join(", ", ranges);
    }
}
