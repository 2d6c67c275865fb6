using System.Numerics;
using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Sidecar.Changing;
using RgPolicy.Testing.Host;

namespace RgPolicy.Sidecar.Tests.Changing;

/// <summary>The order of a change, tried out on a host in memory.</summary>
public sealed class ChangePlannerTests
{
    [Fact]
    public void Plan_OfRandomChanges_GetsThereAndIsThenEmpty() =>
        Prop.ForAll(
                Pairs(),
                pair =>
                {
                    using var host = new ChangeHost();
                    Assert.Equal(string.Empty, host.Change(pair.From).Problem);
                    Assert.Equal(string.Empty, host.Change(pair.To).Problem);

                    AssertSame(pair.To, host.Now());
                    Assert.Empty(Plan(host.Now(), pair.To));
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Plan_OfRandomChanges_NeverExceedsBothEnds() =>
        Prop.ForAll(
                Pairs(),
                pair =>
                {
                    var masks = pair.From.ToDictionary(g => g.Directory, Mask, StringComparer.Ordinal);
                    var least = Math.Max(Total(pair.From), Total(pair.To));
                    foreach (var step in Plan([.. pair.From], pair.To))
                    {
                        if (step is { Kind: ChangeStepKind.Write, Resource: "L3" })
                        {
                            masks[step.Directory] = step.After.GetValueOrDefault(
                                0,
                                masks.GetValueOrDefault(step.Directory)
                            );
                        }
                        else if (step.Kind == ChangeStepKind.Remove)
                        {
                            masks.Remove(step.Directory);
                        }

                        // What a mask takes on its way is within what it had and what it gets, unless these are apart.
                        var bits = masks.Values.Sum(BitOperations.PopCount);
                        Assert.True(
                            bits <= least + Total(pair.To),
                            $"{bits} bits in use, {least} at most at both ends"
                        );
                    }
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Plan_OfRandomChanges_ShrinksFirstSetsBeforeTasksEmptiesBeforeRemoval() =>
        Prop.ForAll(
                Pairs(),
                pair =>
                {
                    var steps = Plan([.. pair.From], pair.To);
                    var grown = steps
                        .Select((s, i) => (Step: s, Index: i))
                        .Where(s => Grows(s.Step))
                        .Select(s => s.Index)
                        .DefaultIfEmpty(int.MaxValue)
                        .Min();
                    for (var i = 0; i < steps.Length; i++)
                    {
                        Assert.False(i > grown && Shrinks(steps[i]), $"{steps[i]} shrinks after something grew");
                        if (steps[i].Kind == ChangeStepKind.Move)
                        {
                            Assert.DoesNotContain(
                                steps.Skip(i),
                                s => s.Kind == ChangeStepKind.Write && s.Directory == steps[i].Directory
                            );
                        }
                    }

                    var places = pair
                        .From.SelectMany(g => g.Tasks.Select(t => (t, g.Directory)))
                        .ToDictionary(p => p.t, p => p.Directory);
                    foreach (var step in steps)
                    {
                        foreach (var task in step.Kind == ChangeStepKind.Move ? step.Tasks : [])
                            places[task] = step.Directory;

                        Assert.False(
                            step.Kind == ChangeStepKind.Remove && places.ContainsValue(step.Directory),
                            $"{step.Directory} goes with its tasks"
                        );
                    }
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Plan_WithoutAFreeClass_RemovesWhatIsUnwantedFirst()
    {
        using var host = new ChangeHost(new ResctrlShape { CacheClasses = 4, BandwidthClasses = 4 });
        Assert.Equal(
            string.Empty,
            host.Change(ChangeHost.Group(1, 3, 100, 100), ChangeHost.Group(2, 0xc, 100, 101)).Problem
        );

        Assert.Equal(
            string.Empty,
            host.Change(ChangeHost.Group(3, 3, 100, 100), ChangeHost.Group(4, 0xc, 100, 101)).Problem
        );

        AssertSame([ChangeHost.Group(3, 3, 100, 100), ChangeHost.Group(4, 0xc, 100, 101)], host.Now());
    }

    private static ulong Mask(CacheGroupState group) => group.Values.Resources["L3"][0];

    private static int Total(IEnumerable<CacheGroupState> groups) => groups.Sum(g => BitOperations.PopCount(Mask(g)));

    private static ImmutableArray<ChangeOperation> Plan(
        ImmutableArray<CacheGroupState> now,
        CacheGroupState[] wanted
    ) => new ChangePlanner(ChangeHost.Resctrl, 1).Plan(now, wanted, 10);

    private static bool Grows(ChangeOperation step) =>
        step.Kind == ChangeStepKind.Write
        && step.After.Any(a =>
            !step.Before.TryGetValue(a.Key, out var before)
            || (step.Resource == "L3" ? (a.Value & ~before) != 0 : a.Value > before)
        );

    private static bool Shrinks(ChangeOperation step) =>
        step.Kind == ChangeStepKind.Write && !step.Before.IsEmpty && !Grows(step);

    private static void AssertSame(IEnumerable<CacheGroupState> wanted, IEnumerable<CacheGroupState> found) =>
        Assert.Equal(Text(wanted), Text(found));

    private static string Text(IEnumerable<CacheGroupState> groups) =>
        string.Join(
            '\n',
            groups
                .OrderBy(g => g.Directory, StringComparer.Ordinal)
                .Select(g =>
                    $"{g.Directory} "
                    + $"{string.Join(' ', g.Values.Resources.Select(r => CacheValues.Line(r.Key, r.Value)))} "
                    + $"{string.Join(',', g.Tasks)}"
                )
        );

    private static Arbitrary<(CacheGroupState[] From, CacheGroupState[] To)> Pairs() =>
        Arb.From(from a in Groups() from b in Groups() select (a, b));

    private static Gen<CacheGroupState[]> Groups() =>
        from places in Gen.ArrayOf(Gen.Choose(0, 4), 5)
        from firsts in Gen.ArrayOf(Gen.Choose(0, 13), 5)
        from counts in Gen.ArrayOf(Gen.Choose(1, 6), 5)
        from rates in Gen.ArrayOf(Gen.Choose(1, 10), 5)
        from there in Gen.ArrayOf(Gen.Choose(0, 2), 5)
        select Enumerable
            .Range(1, 4)
            .Where(n => there[n] > 0)
            .Select(n =>
                ChangeHost.Group(
                    n,
                    ((1UL << counts[n]) - 1) << firsts[n],
                    (ulong)rates[n] * 10,
                    [.. Enumerable.Range(0, 5).Where(t => places[t] == n).Select(t => ChangeHost.FirstTask + t)]
                )
            )
            .ToArray();
}
