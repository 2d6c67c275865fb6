using RgPolicy.Sidecar.Changing;
using RgPolicy.Testing.Host;
using static RgPolicy.Sidecar.Tests.Changing.ChangeHost;

namespace RgPolicy.Sidecar.Tests.Changing;

/// <summary>Deaths at random operations, of the change and of the restoring, while another program edits
/// his own groups.</summary>
public sealed class ChangeChaosTests
{
    private const int Runs = 250;

    [Fact]
    public void Run_WithDeathsAndAForeignWriter_OursIsRestoredAndHisIsUntouched()
    {
        for (var seed = 1; seed <= Runs; seed++)
        {
            var random = new Random(seed);
            using var host = new ChangeHost();
            var foreign = new ForeignWriter(host, random);
            Die(host, foreign, random);

            Assert.True(host.Reconcile(), $"seed {seed}: not restored");
            Assert.Empty(host.Now());
            Assert.True(foreign.IsUntouched(), $"seed {seed}: a foreign group was touched");
            var free = host.Double.Root.ReadLines(Resctrl + "/tasks");
            Assert.All(Enumerable.Range(FirstTask, 5), t => Assert.Contains(Text(t), free, StringComparer.Ordinal));
        }
    }

    private static void Die(ChangeHost host, ForeignWriter foreign, Random random)
    {
        foreign.Follow(20);
        for (var change = 0; change < 3; change++)
        {
            host.Double.DiesAfter = random.Next(40);
            if (Record.Exception(() => host.Change(RandomGroups(random))) is not CallerDiedException)
                continue;

            // The next start dies too, now and then.
            host.Double.DiesAfter = random.Next(6);
            _ = Record.Exception(() =>
                new RgPolicy.Sidecar.Levers.Restorer(host.Double.Root, host.Journal, _ => { }).RestoreAll()
            );
            return;
        }
    }

    private static CacheGroupState[] RandomGroups(Random random)
    {
        var places = Enumerable.Range(0, 5).Select(_ => random.Next(5)).ToArray();
        return
        [
            .. Enumerable
                .Range(1, 4)
                .Where(_ => random.Next(3) > 0)
                .Select(n =>
                    Group(
                        n,
                        ((1UL << (1 + random.Next(6))) - 1) << random.Next(12),
                        (ulong)(10 * (1 + random.Next(10))),
                        [.. Enumerable.Range(0, 5).Where(t => places[t] == n).Select(t => FirstTask + t)]
                    )
                ),
        ];
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
