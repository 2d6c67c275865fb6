using System.Numerics;
using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Engine.Allot;

namespace RgPolicy.Engine.Tests.Allot;

public sealed class CacheSolverPropertyTests
{
    private static readonly Config Many = Config.QuickThrowOnFailure.WithMaxTest(3000);

    [Fact]
    public void Solve_AnyProcessorAndWishes_GivesMasksThatTheKernelAccepts() =>
        Check(found =>
        {
            var (hardware, layout) = (found.Hardware, Solve(found));
            Assert.True(layout.Classes.Length <= Math.Max(0, hardware.Classes - 1));
            Assert.Equal(layout.Classes.Length, layout.Classes.Select(item => item.Number).Distinct().Count());
            Assert.All(layout.Classes, item => Assert.True(item.Number > 0 && item.Pools.Length > 0));
            Assert.Equal(
                layout.Classes.Sum(item => item.Pools.Length),
                layout.Classes.SelectMany(item => item.Pools).Distinct().Count()
            );
            foreach (var mask in layout.Classes.Where(_ => hardware.Ways > 0).SelectMany(item => item.Masks))
                KernelRules.AssertAccepts(hardware, mask);
        });

    [Fact]
    public void Solve_AnyProcessorAndWishes_KeepsEveryFloor() =>
        Check(found =>
        {
            var layout = Solve(found);
            foreach (var request in found.Requests)
            {
                var floor = Math.Min(Math.Max(request.Floor, 2), found.Hardware.Ways);
                for (var domain = 0; domain < found.Hardware.DomainIds.Length; domain++)
                {
                    var mask = layout.ClassOf(request.Pool)?.Masks[domain] ?? found.Hardware.FullMask;
                    Assert.True(
                        !request.IsIn(domain) || BitOperations.PopCount(mask) >= floor,
                        $"{request} has {mask:x}"
                    );
                }

                Assert.True((layout.ClassOf(request.Pool)?.Bandwidth ?? 100) >= request.Bandwidth);
            }
        });

    [Fact]
    public void Solve_ExclusivePools_ShareNoWayWhereTheyRun() =>
        Check(found =>
        {
            var layout = Solve(found);
            for (var domain = 0; domain < found.Hardware.DomainIds.Length; domain++)
            {
                var here = layout
                    .Classes.Where(item => item.Pools.Any(pool => found.Requests[pool].IsIn(domain)))
                    .ToList();
                foreach (var own in here.Where(item => item.IsExclusive))
                {
                    Assert.All(
                        here,
                        other =>
                            Assert.True(ReferenceEquals(own, other) || (own.Masks[domain] & other.Masks[domain]) == 0)
                    );
                }
            }
        });

    [Fact]
    public void Solve_WhoeverGetsSomethingElse_IsToldWhy() =>
        Check(found =>
        {
            var layout = Solve(found);
            foreach (var request in found.Requests.Where(_ => found.Hardware is { Ways: > 0, Classes: > 1 }))
            {
                var wanted = Math.Min(
                    Math.Max(Math.Max(request.Ways, request.Floor), found.Hardware.LeastWays),
                    found.Hardware.Ways
                );
                var item = layout.ClassOf(request.Pool);
                var given = Enumerable
                    .Range(0, found.Hardware.DomainIds.Length)
                    .Where(request.IsIn)
                    .Select(domain => BitOperations.PopCount(item?.Masks[domain] ?? found.Hardware.FullMask));
                var isMet =
                    given.All(ways => ways == wanted)
                    && (item?.Bandwidth ?? 100) == request.Bandwidth
                    && (item?.IsExclusive ?? false) == request.IsExclusive;
                Assert.True(isMet || layout.NotesOf(request.Pool).Any(), $"{request} has {item}");
            }
        });

    [Fact]
    public void Solve_SameRequestsAgain_ChangesNothing() =>
        Check(found =>
        {
            var before = Solve(found);

            var after = CacheSolver.Solve(found.Hardware, found.Requests, before);

            Assert.Equal([.. before.Classes.Select(Text)], after.Classes.Select(Text).ToArray());
        });

    [Fact]
    public void Solve_OneSharedPoolChanges_NoOtherMaskDoes()
    {
        var cases =
            from found in CacheCase.Any.Generator
            where found.Requests.Length is > 1 and < 15 && found.Hardware is { Ways: > 2, Classes: 17 }
            from ways in Gen.Choose(1, found.Hardware.Ways - 1)
            select (found, ways);
        Prop.ForAll(
                Arb.From(cases),
                pair =>
                {
                    var requests = pair.found.Requests.Select(request => request with { IsExclusive = false }).ToList();
                    var before = CacheSolver.Solve(pair.found.Hardware, [.. requests]);
                    requests[0] = requests[0] with { Ways = pair.ways, Floor = 0 };

                    var after = CacheSolver.Solve(pair.found.Hardware, [.. requests], before);

                    foreach (var request in requests.Skip(1))
                    {
                        var here = Enumerable.Range(0, pair.found.Hardware.DomainIds.Length).Where(request.IsIn);
                        Assert.All(
                            here,
                            domain =>
                                Assert.Equal(
                                    before.ClassOf(request.Pool)?.Masks[domain],
                                    after.ClassOf(request.Pool)?.Masks[domain]
                                )
                        );
                    }
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(500));
    }

    private static void Check(Action<CacheCase> assert) => Prop.ForAll(CacheCase.Any, assert).Check(Many);

    private static CacheLayout Solve(CacheCase found) => CacheSolver.Solve(found.Hardware, found.Requests);

    private static string Text(ServiceClass item) =>
        $"{item.Number}: {string.Join(',', item.Pools)} {item.Bandwidth} {string.Join(',', item.Masks.Select(mask => $"{mask:x}"))}";
}
