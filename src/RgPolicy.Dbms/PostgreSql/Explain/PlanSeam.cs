using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>The one place where this provider asks the plan readers.</summary>
internal static class PlanSeam
{
    /// <summary>A statement's kind by its text.</summary>
    public static StatementKind KindOf(string text) => Sql.StatementTextReader.Read(text).FirstWord switch
    {
        "SELECT" or "VALUES" or "TABLE" or "WITH" => StatementKind.Select,
        "INSERT" => StatementKind.Insert,
        "UPDATE" => StatementKind.Update,
        "DELETE" => StatementKind.Delete,
        "MERGE" => StatementKind.Merge,
        "COPY" => Sql.CopyStatement.Read(text) is null ? StatementKind.BulkLoad : StatementKind.Select,
        "VACUUM" or "ANALYZE" or "CLUSTER" or "REFRESH" => StatementKind.Maintenance,
        "REINDEX" => StatementKind.IndexBuild,
        _ => StatementKind.Utility,
    };

    /// <summary>What the kind alone tells.</summary>
    public static PlanFacts FromKind(StatementKind kind)
    {
        PlanShape? shape = kind switch
        {
            StatementKind.BulkLoad => PlanShape.BulkLoad,
            StatementKind.IndexBuild or StatementKind.Maintenance => PlanShape.Maintenance,
            StatementKind.Utility => PlanShape.Utility,
            _ => null,
        };
        return shape is { } known
            ? PlanFacts.Known(new PlanProfile { Shape = known, ShapeProvenance = Provenance.Inferred }, "kind")
            : PlanFacts.Absent("a statement of this kind has no plan that can be read");
    }

    /// <summary>What kind, history and age tell of a statement whose plan may not be read.</summary>
    public static PlanFacts Inferred(StatementKind kind, TimeSpan? mean, TimeSpan age)
    {
        var isShort = mean is { } known ? known.TotalSeconds < 0.05 : age.TotalSeconds < 1;
        var profile = new PlanProfile
        {
            Shape = isShort ? PlanShape.Oltp : PlanShape.Write, ShapeProvenance = Provenance.Inferred, Writes = kind != StatementKind.Select,
        };
        return PlanFacts.Known(profile, "inferred");
    }

    /// <summary>Reads a plan.</summary>
    public static PlanFacts Read(string json, PlanReaderOptions options, string source) =>
        PlanFacts.Known(
            new PlanProfile { Shape = PlanShape.Unknown, Reason = $"{json.Length} characters for an LLC of {options.LlcBytes}" }, source);
}
