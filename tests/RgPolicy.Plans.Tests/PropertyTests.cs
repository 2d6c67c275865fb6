using System.Text.Json.Nodes;
using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests;

/// <summary>What holds for every plan, shown on random ones.</summary>
public class PropertyTests
{
    private static readonly string[] AnalyzeFields =
    [
        "Actual Rows",
        "Actual Loops",
        "Rows Removed by Filter",
        "Shared Hit Blocks",
        "Shared Read Blocks",
        "Peak Memory Usage",
        "Hash Batches",
        "Hash Buckets",
        "Sort Space Used",
        "Workers Launched",
        "Exact Heap Blocks",
    ];

    [Fact]
    public void FieldOrder_ChangesNothing() =>
        Check(
            (seed, plan) =>
            {
                var json = JsonNode.Parse(plan.Document())!;
                var shuffled = Shuffle(json, new Random(seed)).ToJsonString();
                return Text(plan.Document()) == Text(shuffled);
            }
        );

    [Fact]
    public void Shares_SumToAtMostOne_AndTheWinnerIsTheLargerButInANearTie() =>
        Check(
            (_, plan) =>
            {
                var profile = plan.Profile();
                var (first, second) = (profile.ShapeShare ?? 0, profile.RunnerUpShare ?? 0);
                return first + second <= 1.000001 && (profile.ShapeShare is null || first >= 0.8 * second);
            }
        );

    [Fact]
    public void Figures_AreNeverNegative_AndOperatorsKeepDocumentOrder() =>
        Check(
            (_, plan) =>
            {
                var profile = plan.Profile();
                Figure[] figures =
                [
                    profile.WorkingSetBytes,
                    profile.StreamedBytes,
                    profile.RandomAccesses,
                    profile.RowsTouched,
                    profile.RowsReturned,
                ];
                return figures.All(figure => figure.Value is null or >= 0)
                    && profile
                        .Operators.Select((node, index) => node.Id == index && (node.Parent ?? -1) < index)
                        .All(isOrdered => isOrdered);
            }
        );

    [Fact]
    public void WorkingSet_IsAtMostTheSumOfStructures() =>
        Check(
            (_, plan) =>
            {
                var profile = plan.Profile();
                return profile.WorkingSetBytes.Value is not decimal set
                    || set <= profile.Operators.Sum(node => node.StructureBytes.Value ?? 0) + profile.Operators.Length;
            }
        );

    [Fact]
    public void AnalyzeFields_OfAnySize_NeverThrow() =>
        Check(
            (seed, plan) =>
            {
                var json = JsonNode.Parse(plan.Document())!;
                AddActuals(json, new Random(seed));
                return PlanReader.Read(json.ToJsonString(), Make.Options).Statements.Length == 1;
            }
        );

    private static void Check(Func<int, Op, bool> holds)
    {
        var seeds = ArbMap.Default.ArbFor<int>();
        Prop.ForAll(seeds, seed => holds(seed, RandomPlan(new Random(seed), 4))).QuickCheckThrowOnFailure();
    }

    private static Op RandomPlan(Random random, int depth)
    {
        var rows = Math.Pow(10, random.Next(7));
        var leaf = depth == 0 ? 0 : random.Next(9);
        return leaf switch
        {
            0 => Make.SeqScan("t" + random.Next(3), rows, 1 + (rows / 50)),
            1 => Make.Lookup("t" + random.Next(3)),
            2 => Make.HashJoin(RandomPlan(random, depth - 1), Make.SeqScan("b", rows, 10), rows),
            3 => new Op("Nested Loop", rows).Joining(RandomPlan(random, depth - 1), Make.Lookup("c")),
            4 => new Op("Sort", rows).Under(RandomPlan(random, depth - 1).As("Outer")),
            5 => new Op("Aggregate", rows).Set("Strategy", "Hashed").Under(RandomPlan(random, depth - 1).As("Outer")),
            6 => new Op("Limit", 10, 8, 0, 5).Under(RandomPlan(random, depth - 1).As("Outer")),
            7 => Make.Gather(RandomPlan(random, depth - 1), random.Next(1, 9)),
            _ => new Op("Nested Loop", rows).Joining(
                RandomPlan(random, depth - 1),
                new Op("Materialize", rows).Under(RandomPlan(random, depth - 1).As("Outer"))
            ),
        };
    }

    private static JsonNode Shuffle(JsonNode node, Random random) =>
        node switch
        {
            JsonArray array => new JsonArray([.. array.Select(item => Shuffle(item!, random))]),
            JsonObject json => new JsonObject(
                json.OrderBy(_ => random.Next())
                    .Select(pair => KeyValuePair.Create(pair.Key, (JsonNode?)Shuffle(pair.Value!, random)))
            ),
            _ => node.DeepClone(),
        };

    private static void AddActuals(JsonNode node, Random random)
    {
        if (node is JsonArray array)
        {
            foreach (var item in array)
                AddActuals(item!, random);
        }
        else if (node is JsonObject json)
        {
            foreach (var (_, value) in json.ToList())
                AddActuals(value!, random);
            if (!json.ContainsKey("Node Type"))
                return;
            foreach (var name in AnalyzeFields)
            {
                if (random.Next(3) > 0)
                    json[name] = random.Next(4) switch
                    {
                        0 => 0,
                        1 => 1,
                        2 => random.NextDouble() * 1e6,
                        _ => 1e18,
                    };
            }
        }
    }

    /// <summary>Everything that the public JSON says.</summary>
    private static string Text(string document) =>
        PlanInfoText.Write([("f", PlanReader.Read(document, Make.Options))], Make.Options);
}
