using RgPolicy.Engine.Strategies;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Engine.Tracking;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Tests.Strategies;

/// <summary>Which query has which part while drawn queries come and go.</summary>
public sealed class PartClaimBaselineTests
{
    [Fact]
    public void ClaimAndGive_DrawnParts_AreWhereItIsWritten()
    {
        var random = new Random(17);
        var claims = new PartClaims(5, 8, TimeSpan.FromSeconds(10));
        var queries = new List<QueryLoad>();
        Baseline.Check(
            "part_claims.txt",
            Enumerable.Range(1, 120).SelectMany(turn => Turn(turn, claims, queries, random)).ToList()
        );
    }

    private static List<string> Turn(int turn, PartClaims claims, List<QueryLoad> queries, Random random)
    {
        var now = Scene.At(turn * 2);
        queries.RemoveAll(_ => random.Next(6) == 0);
        if (queries.Count < 7 && random.Next(3) > 0)
            queries.Add(Draw(turn, random));

        claims.Moved.Clear();
        var running = queries.ToArray();
        if (turn % 40 < 30)
        {
            ImmutableArray<QueryPart> parts =
            [
                .. Enumerable
                    .Range(0, running.Length)
                    .Where(_ => random.Next(3) > 0)
                    .Select(index => new QueryPart(running[index].Pool, 2, true, [index])),
            ];
            var places = claims.Claim(parts, running, pool => pool + 10, now);
            claims.Give(parts, places, running, pool => pool + 1);
        }

        var isBack = claims.GiveBack(running, now);
        return
        [
            Text(
                $"{turn}: {string.Join(", ", running.Select(query => Text($"{query.Tracked.Query.ProcessId} of {query.Pool} has {query.Tracked.Part.Number} {query.Tracked.Part.Pool}{(query.Tracked.IsUnsettled ? " unsettled" : "")}")))}"
            ),
            Text(
                $"    places {string.Join(' ', claims.Places.Select(place => place.IsFree ? "free" : Text($"{place.Owner}/{place.Ordinal}")))}, moved {string.Join(' ', claims.Moved.Select(query => query.Query.ProcessId))}{(isBack ? ", given back" : "")}"
            ),
        ];
    }

    private static QueryLoad Draw(int process, Random random)
    {
        var tracked = new TrackedQuery();
        tracked.Begin(Scene.Query(process, Scene.Plan(PlanShape.Join)), 0);
        tracked.IsUnsettled = false;
        return new QueryLoad(tracked, random.Next(2), 1 << 20, 1 << 20, false, true);
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
