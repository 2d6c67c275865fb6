using System.Numerics;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Allot.Bounds;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Strategies;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Engine.Tracking;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Tests.Strategies;

public sealed class QuerySplitTests
{
    private static readonly CacheTerms Terms = TermsOf(TargetProfile.Generic);

    [Fact]
    public void Split_AnyQueries_IsThePlainRule()
    {
        var random = new Random(24);
        for (var round = 0; round < 3000; round++)
        {
            var queries = Draw(random);
            int[] own = [random.Next(0, 21), random.Next(0, 21)];
            int[] least = [2, 2];
            var most = random.Next(0, 6);
            var left = own.ToArray();

            var parts = QuerySplit.Split(queries, Terms, left, least, most);

            Assert.Equal(
                Plainly(queries, own, most),
                parts.Select(part => (part.Queries.Single(), part.Pool, part.Ways))
            );
            Assert.All(parts, part => Assert.True(part.IsApart));
            for (var pool = 0; pool < own.Length; pool++)
            {
                var taken = parts.Where(part => part.Pool == pool).Sum(part => part.Ways);
                Assert.Equal(own[pool], left[pool] + taken);
                Assert.True(taken == 0 || left[pool] >= least[pool]);
            }
        }
    }

    [Theory]
    [InlineData(4)]
    [InlineData(8)]
    [InlineData(16)]
    public void Split_MoreQueriesThanClasses_PoolsAndPartsHaveDisjointLegalMasks(int classes)
    {
        var target = TargetProfile.Generic with { ClassesOfService = classes };
        var terms = TermsOf(target);
        var random = new Random(classes);
        for (var round = 0; round < 500; round++)
        {
            var queries = Draw(random);
            var split = DynamicStrategy.Split(terms, LoadsOf(queries), queries);
            var layout = CacheSolver.Solve(terms.Hardware, RequestsOf(split, terms));

            Assert.True(layout.Classes.Length < classes);
            Assert.All(layout.Classes, item => Assert.True(terms.Hardware.IsLegal(item.Masks[0])));
            var apart = layout.Classes.Where(item => item.IsExclusive).ToList();
            Assert.All(
                apart,
                item =>
                    Assert.All(
                        layout.Classes.Where(other => other != item),
                        other => Assert.Equal(0UL, item.Masks[0] & other.Masks[0])
                    )
            );
            Assert.True(split.Parts.Count(part => part.IsApart) <= Math.Max(0, classes - 3));
        }
    }

    [Fact]
    public void Split_StreamInAPoolWithAHighFloor_WhatIsAskedApartStaysApart()
    {
        var random = new Random(25);
        for (var round = 0; round < 3000; round++)
        {
            var (one, other) = (random.Next(2, 9), random.Next(2, 9));
            var terms = TermsOf(TargetProfile.Generic, one: one, other: other);
            QueryLoad[] queries = [Load(1, 0, null, streams: true), Load(2, 0, 9), .. Draw(random).Skip(2)];

            var split = DynamicStrategy.Split(terms, LoadsOf(queries), queries);
            var requests = RequestsOf(split, terms);
            var layout = CacheSolver.Solve(terms.Hardware, requests);

            Assert.Empty(layout.Notes);
            Assert.All(
                requests.Where(request => request.IsExclusive),
                request =>
                {
                    var own = layout.ClassOf(request.Pool)!;
                    var rest = layout
                        .Classes.Where(item => item != own)
                        .Aggregate(0UL, (all, item) => all | item.Masks[0]);
                    Assert.Equal(0UL, own.Masks[0] & rest);
                    Assert.Equal(request.Ways, BitOperations.PopCount(own.Masks[0]));
                }
            );
        }
    }

    [Fact]
    public void Split_StreamBesideALookUpInAPoolOfManyLeastWays_TheOtherPoolStaysApart()
    {
        var terms = TermsOf(TargetProfile.Generic, one: 6);
        QueryLoad[] queries = [Load(1, 0, null, streams: true), Load(2, 0, 9), Load(3, 1, 40)];

        var split = DynamicStrategy.Split(terms, LoadsOf(queries), queries);

        Assert.Equal((2, false), (split.Parts.Single().Ways, split.Parts.Single().IsApart));
        Assert.Empty(CacheSolver.Solve(terms.Hardware, RequestsOf(split, terms)).Notes);
    }

    [Theory]
    [InlineData(2, 0, true)]
    [InlineData(8, 0, true)]
    [InlineData(9, 0, false)]
    [InlineData(4, 15, true)]
    [InlineData(4, 16, true)]
    [InlineData(4, 32, false)]
    public void Split_ManyDomains_IsAsWrittenWhileHalfOfThemAreEnough(int count, int workers, bool isAsWritten)
    {
        var terms = TermsOf(BuiltInProfiles.Find("epyc_many_ccx")!);
        QueryLoad[] queries =
        [
            .. Enumerable.Range(1, count).Select(id => Load(id, id % 2, id == 1 ? 400 : 6, workers: workers)),
        ];

        var split = DynamicStrategy.Split(terms, LoadsOf(queries), queries);

        Assert.Equal(isAsWritten, split.Pools.SequenceEqual(CacheStrategist.AsWritten(terms).Pools));
        Assert.True(!isAsWritten || split.Parts.IsEmpty);
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(1, false)]
    [InlineData(3, false)]
    [InlineData(4, true)]
    public void Split_ServerIsConfined_OnlyDomainsThatItMayUseCount(int domains, bool isAsWritten)
    {
        var target = BuiltInProfiles.Find("epyc_many_ccx")!;
        var terms = TermsOf(
            target with
            {
                ServerCpus = [.. CpuMap.Of(target).Domains.TakeLast(domains).SelectMany(domain => domain.Cpus)],
            }
        );
        QueryLoad[] queries = [Load(1, 0, 6), Load(2, 1, 400)];

        var split = DynamicStrategy.Split(terms, LoadsOf(queries), queries);

        Assert.Equal(isAsWritten, split.HasOwnDomains);
        Assert.Equal(isAsWritten, split.Pools.SequenceEqual(CacheStrategist.AsWritten(terms).Pools));
    }

    [Theory]
    [InlineData(8, false, true)]
    [InlineData(8, true, false)]
    [InlineData(7, true, true)]
    public void Split_OneQueryFewer_DomainsAreEnoughAgainOnlyWithOneToSpare(int count, bool areShared, bool areEnough)
    {
        var terms = TermsOf(BuiltInProfiles.Find("epyc_many_ccx")!);
        QueryLoad[] queries = [.. Enumerable.Range(1, count).Select(id => Load(id, id % 2, 6))];

        Assert.Equal(areEnough, DynamicStrategy.Split(terms, LoadsOf(queries), queries, areShared).HasOwnDomains);
    }

    [Theory]
    [InlineData("0..15", "0..15")]
    [InlineData("0..7", "16..31")]
    [InlineData("0..15", "all")]
    public void Split_PoolsRunInFewOfManyDomains_AreKeptApart(string one, string other)
    {
        var terms = TermsOf(BuiltInProfiles.Find("epyc_many_ccx")!, $"cores {one}", $"cores {other}");
        QueryLoad[] queries = [Load(1, 0, 6), Load(2, 1, 400)];

        var split = DynamicStrategy.Split(terms, LoadsOf(queries), queries);

        Assert.NotEqual(CacheStrategist.AsWritten(terms).Pools, split.Pools);
    }

    [Fact]
    public void Streams_AmongOthers_ShareOnePartInTheReserve()
    {
        QueryLoad[] queries = [Load(1, 0, null, streams: true), Load(2, 0, 8), Load(3, 0, null, streams: true)];

        var part = Assert.Single(QuerySplit.Streams(queries, [18, 0], Terms, 2));

        Assert.Equal((0, 2, false), (part.Pool, part.Ways, part.IsApart));
        Assert.Equal<int>([0, 2], [.. part.Queries]);
        Assert.Empty(QuerySplit.Streams(queries, [0, 0], Terms, 2));
    }

    // The rule in plain words, query by query.
    private static List<(int Query, int Pool, int Ways)> Plainly(QueryLoad[] queries, int[] own, int most)
    {
        var parts = new List<(int, int, int)>();
        var left = own.ToArray();
        foreach (var query in queries.OrderBy(query => query.Order).ThenBy(query => query.Tracked.Query.ProcessId))
        {
            var room = own[query.Pool] * Terms.BytesPerWay;
            var isBesideWeak = queries.Any(other =>
                other.Pool == query.Pool && !other.IsStreaming && (other.Bytes is null || other.Bytes >= 3 * room)
            );
            var ways = Math.Max(2, (int)Math.Ceiling((query.Bytes ?? 0) / Terms.BytesPerWay));
            if (
                parts.Count < most
                && query is { IsStreaming: false, MayPart: true, Bytes: not null }
                && query.Bytes >= Terms.BytesPerWay
                && query.Bytes < room / 3
                && isBesideWeak
                && left[query.Pool] - ways >= 2
            )
            {
                parts.Add((Array.IndexOf(queries, query), query.Pool, ways));
                left[query.Pool] -= ways;
            }
        }

        return parts;
    }

    private static QueryLoad[] Draw(Random random) =>
        [
            .. Enumerable
                .Range(1, random.Next(1, 10))
                .Select(id =>
                    random.Next(10) switch
                    {
                        0 => Load(id, random.Next(2), null),
                        1 => Load(id, random.Next(2), null, streams: true),
                        2 => Load(id, random.Next(2), random.Next(1, 40), mayPart: false),
                        3 or 4 => Load(id, random.Next(2), random.Next(40, 120)),
                        _ => Load(id, random.Next(2), random.Next(1, 12)),
                    }
                ),
        ];

    private static QueryLoad Load(
        int process,
        int pool,
        double? mebibytes,
        bool streams = false,
        bool mayPart = true,
        int workers = 0
    )
    {
        var tracked = new TrackedQuery();
        int[] others = [.. Enumerable.Range(process * 1000, workers)];
        tracked.Begin(Scene.Query(process, Scene.Plan(PlanShape.Join), 0, others), 0);
        var bytes = mebibytes * 1024 * 1024;
        return new QueryLoad(tracked, pool, bytes, bytes ?? 0, streams, mayPart);
    }

    private static ImmutableArray<CacheRequest> RequestsOf(CacheSplit split, CacheTerms terms) =>
        [.. split.Pools, .. split.Parts.Select((part, index) => part.RequestIn(terms, PoolParts.RequestOf(index, 3)))];

    private static PoolLoad[] LoadsOf(QueryLoad[] queries)
    {
        var loads = new PoolLoad[2];
        foreach (var query in queries)
        {
            ref var load = ref loads[query.Pool];
            load.Queries++;
            load.Streaming += query.IsStreaming ? 1 : 0;
            load.Unknown += query is { IsStreaming: false, Bytes: null } ? 1 : 0;
            load.WorkingSet += query.Bytes ?? 0;
            load.Order += query.Order;
        }

        return loads;
    }

    private static CacheTerms TermsOf(
        TargetProfile target,
        string cores = "",
        string otherCores = "",
        int one = 2,
        int other = 2
    )
    {
        var check = PolicyReader.Check(
            $$"""
            language 1
            pool rest  { cache 100% }
            pool one   { cache 100%, at least {{one}} ways {{cores}} }
            pool other { cache 100%, at least {{other}} ways {{otherCores}} }
            class join -> one   when plan.shape = join
            class agg  -> other when plan.shape = aggregation
            default    -> rest
            cache strategy dynamic
            """,
            "p.rgp",
            target
        );
        var policy = check.Policy ?? throw new InvalidOperationException(check.Diagnostics[0].Message);
        return CacheTerms.Of(policy, target, PolicyProgram.Compile(policy, target).Pools);
    }
}
