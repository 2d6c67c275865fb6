using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Sharing;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Tests.Sharing;

/// <summary>What three servers have of one host while each has its own drawn queries.</summary>
public sealed class SharedHostBaselineTests
{
    private const string First = """
        language 1
        pool top  { cpu weight 1000  cache 100% }
        pool mid  { cpu weight 300  cache 30%  memory bandwidth 50% }
        pool own  { cpu weight 500  cache 15%, exclusive }
        class oltp -> top when plan.shape = oltp
        class scan -> own when plan.shape = scan
        default -> mid
        STRATEGY
        """;

    private const string Second = """
        language 1
        pool top  { cpu weight 2000 }
        pool slow { cpu weight 100  cache 10% }
        pool wide { cpu weight 900  cache 60% }
        class scan -> slow when plan.shape = scan
        class sort -> wide when plan.shape in (sort, join)
        default -> top
        state busy when host.cpu.pressure > 60%
        in busy { pool slow { cache 20%, exclusive } }
        """;

    [Theory]
    [InlineData("static", "", 16)]
    [InlineData("dynamic", "cache strategy dynamic by plan.working_set", 16)]
    [InlineData("few", "cache strategy dynamic by plan.working_set", 6)]
    public void Decide_ThreeServers_HaveOfTheHostWhatIsWritten(string name, string strategy, int classes)
    {
        var target = TargetProfile.Generic with { ClassesOfService = classes };
        Baseline.Check($"shared_host_{name}.txt", Run(strategy, target));
    }

    private static IEnumerable<string> Run(string strategy, TargetProfile target)
    {
        var host = new SharedHost();
        string[] texts = [First.Replace("STRATEGY", strategy, StringComparison.Ordinal), Second, Second];
        HostTenant[] tenants = [host.Join("pg", "/a"), host.Join("maria", "/a"), host.Join("maria", "/b")];
        var governors = texts
            .Zip(tenants, (text, tenant) => new Governor(PolicyText.Compile(text, target), new() { Tenant = tenant }))
            .ToArray();
        DrawnServer[] servers = [new(31), new(32), new(33)];
        for (var turn = 1; turn <= 90; turn++)
        {
            // One server stands aside for a while, and is back.
            tenants[1].IsAside = turn is > 40 and < 60;
            for (var index = 0; index < governors.Length; index++)
                governors[index].Decide(servers[index].Next());

            if (turn % 6 == 0)
            {
                yield return $"== turn {turn}";
                foreach (var line in governors.Zip(tenants).SelectMany(pair => Lines(pair.First, pair.Second)))
                    yield return line;
            }
        }
    }

    private static IEnumerable<string> Lines(Governor governor, HostTenant tenant) =>
        governor
            .Program.ThrottlingPools.Select(pool =>
                Text(
                    $"    {pool.Number} {pool.Pool.Name} {pool.CpuShare:0.###} {pool.ServiceClass}{string.Concat(pool.Masks.Select(mask => Text($" {mask.Mask:x}")))}{string.Concat(pool.Settings.Select(setting => $"; {setting.Effective}: {setting.Reason}"))}"
                )
            )
            .Prepend(
                tenant.Share is { } standing
                    ? Text(
                        $"  {tenant.Name} beside {string.Join(", ", standing.Others)}: {standing.Classes} of {standing.AllClasses} classes, weight {standing.Weight}, for others {standing.IsForOthers}, relax {governor.MayRelax}"
                    )
                    : $"  {tenant.Name} alone, relax {governor.MayRelax}"
            );

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
