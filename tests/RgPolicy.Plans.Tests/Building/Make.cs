using System.Text.Json.Nodes;

namespace RgPolicy.Plans.Tests.Building;

/// <summary>Short plans that many tests begin with.</summary>
internal static class Make
{
    public const long LlcBytes = 32L * 1024 * 1024;

    public static readonly PlanReaderOptions Options = new() { LlcBytes = LlcBytes };

    public static PlanProfile Profile(this Op root, JsonObject? settings = null, string? text = null) =>
        Assert.Single(PlanReader.Read(root.Document(settings, text), Options).Statements).Profile;

    /// <summary>A sequential scan of so many rows and pages, priced as the planner would.</summary>
    public static Op SeqScan(string table, double rows, double pages, double width = 8) =>
        new Op("Seq Scan", rows, width, 0, pages + (rows * 0.01)).On(table);

    /// <summary>A look-up by key that finds one row.</summary>
    public static Op Lookup(string table, double rows = 1) =>
        new Op("Index Scan", rows, 8, 0.29, 8.3)
            .On(table)
            .Set("Index Cond", "(id = 1)")
            .Set("Index Name", table + "_pkey");

    public static Op HashJoin(Op probe, Op build, double rows = 1) =>
        new Op("Hash Join", rows, 16, 1, 1000).Set("Join Type", "Inner").Joining(probe, Hash(build));

    /// <summary>The build node over its input, with the same rows and width.</summary>
    public static Op Hash(Op build)
    {
        var json = build.ToJson();
        var hash = new Op("Hash", (double)json["Plan Rows"]!, (double)json["Plan Width"]!, 1, 1);
        return hash.Under(build.As("Outer"));
    }

    public static Op Gather(Op input, int workers) =>
        new Op("Gather", 1, 8, 1000, 2000).Set("Workers Planned", workers).Under(input.As("Outer"));
}
