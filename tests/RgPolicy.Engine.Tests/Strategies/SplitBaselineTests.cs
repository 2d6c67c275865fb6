using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Allot.Bounds;
using RgPolicy.Engine.Strategies;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Engine.Tracking;
using RgPolicy.Language.Model;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Tests.Strategies;

/// <summary>What drawn mixes are given of the cache, way by way.</summary>
public sealed class SplitBaselineTests
{
    private const string Text = """
        language 1
        pool rest      { cpu weight 1000 }
        pool apart     { cache 20%, exclusive }
        pool small     { cache 50%, at least 2 ways }
        pool large     { cache 100%, at least 4 ways  memory bandwidth 50% }
        pool streaming { cache 25%, at least 3 ways  cores 50% }
        class a -> apart     when plan.shape = join
        class s -> small     when plan.shape = sort
        class l -> large     when plan.shape = aggregation
        class t -> streaming when plan.shape = scan
        default -> rest
        cache strategy STRATEGY
        """;

    [Theory]
    [InlineData("generic", "dynamic by plan.working_set, reserve 15% for streaming")]
    [InlineData("few_classes", "dynamic by plan.working_set")]
    [InlineData("two_sockets", "dynamic by plan.streamed, reserve 30% for streaming")]
    [InlineData("sparse", "locality")]
    public void Split_DrawnMixes_GivesTheWaysThatAreWritten(string host, string strategy)
    {
        var target = Targets.All.Single(each => each.Name == host);
        var program = PolicyText.Compile(Text.Replace("STRATEGY", strategy, StringComparison.Ordinal), target);
        var terms = CacheTerms.Of(program.Policy, target, program.Pools);
        var random = new Random(8);
        var kind = program.Policy.CacheStrategy?.Kind ?? CacheStrategyKind.Static;

        Baseline.Check(
            $"split_{host}.txt",
            terms
                .Pools.Select(pool => pool.ToString())
                .Append(Told($"{terms.Reserve} {terms.BytesPerWay} {terms.CpusPerDomain} {terms.ServerDomains:x}"))
                .Concat(Enumerable.Range(0, 60).SelectMany(_ => Mix(kind, terms, random)))
        );
    }

    private static IEnumerable<string> Mix(CacheStrategyKind kind, CacheTerms terms, Random random)
    {
        QueryLoad[] queries =
        [
            .. Enumerable.Range(1, random.Next(1, 8)).Select(id => Draw(id, terms.Pools.Length, random)),
        ];
        var (protects, areShared) = (random.Next(2) == 0, random.Next(2) == 0);
        var split = CacheStrategist.Split(kind, terms, Loads(queries, terms, random), queries, protects, areShared);
        yield return Told($"== {protects} {areShared} ") + string.Join(", ", queries.Select(Query));
        yield return "    "
            + string.Join(", ", split.Pools.Select(Request))
            + (split.HasOwnDomains ? ", each has a domain" : "");
        foreach (var part in split.Parts)
        {
            yield return Told($"    part of {part.Pool}: {part.Ways} for {string.Join(' ', part.Queries)}: ")
                + Request(part.RequestIn(terms, 9));
        }
    }

    private static string Query(QueryLoad query) =>
        Told(
            $"{query.Pool}{(query.IsStreaming ? " streams" : "")}{(query.MayPart ? "" : " stays")} {query.Bytes / (1 << 20):0.#}"
        );

    private static string Request(CacheRequest request) =>
        Told(
            $"{request.Pool}: {request.Ways}{(request.IsExclusive ? "x" : "")} from {request.Floor} {request.Bandwidth}%"
        );

    private static QueryLoad Draw(int process, int pools, Random random)
    {
        var tracked = new TrackedQuery();
        int[] workers = [.. Enumerable.Range(process * 1000, random.Next(4) == 0 ? 9 : 0)];
        tracked.Begin(Scene.Query(process, Scene.Plan(PlanShape.Join), 0, workers), 0);
        double? bytes = random.Next(10) == 0 ? null : random.Next(1, random.Next(2) == 0 ? 10 : 130) * (1 << 19);
        return new QueryLoad(tracked, random.Next(pools), bytes, bytes ?? 0, random.Next(5) == 0, random.Next(4) > 0);
    }

    private static PoolLoad[] Loads(QueryLoad[] queries, CacheTerms terms, Random random)
    {
        var loads = new PoolLoad[terms.Pools.Length];
        foreach (var query in queries)
        {
            ref var load = ref loads[query.Pool];
            load.Queries++;
            load.Streaming += query.IsStreaming ? 1 : 0;
            load.PartStreams += query is { IsStreaming: true, MayPart: true } ? 1 : 0;
            load.Weak += random.Next(2);
            load.Unknown += query is { IsStreaming: false, Bytes: null } ? 1 : 0;
            load.WorkingSet += query.IsStreaming ? 0 : query.Bytes ?? 0;
            load.Order += query.IsStreaming ? 0 : query.Order;
        }

        return loads;
    }

    private static string Told(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
