using System.Text.Json;

namespace RgPolicy.Plans.Reporting;

/// <summary>One statement of the plan-info JSON.</summary>
internal static class StatementJson
{
    public static void Write(Utf8JsonWriter writer, PlanStatement statement)
    {
        var profile = statement.Profile;
        writer.WriteStartObject();
        writer.WriteNumber("ordinal", statement.Ordinal);
        writer.WriteString("id", statement.Id);
        writer.WriteString("kind", PublicNames.Of(statement.Kind));
        writer.WriteString("text", statement.Text);
        writer.WriteBoolean("has_plan", statement.HasPlan);
        WriteShape(writer, profile);
        foreach (var (name, figure) in Figures(profile))
            WriteFigure(writer, name, figure);
        WriteProvenance(writer, profile);
        writer.WriteString("reason", profile.Reason);
        writer.WriteString("query_hash", statement.QueryHash);
        writer.WriteString("plan_hash", statement.PlanHash);
        WriteOperators(writer, profile);
        writer.WriteEndObject();
    }

    private static (string Name, Figure Figure)[] Figures(PlanProfile profile) =>
        [
            ("working_set_bytes", profile.WorkingSetBytes),
            ("streamed_bytes", profile.StreamedBytes),
            ("random_accesses", profile.RandomAccesses),
            ("rows_touched", profile.RowsTouched),
            ("rows_returned", profile.RowsReturned),
            ("memory_grant_bytes", profile.MemoryGrantBytes),
            ("dop", profile.Dop),
            ("cost", profile.Cost),
        ];

    private static void WriteShape(Utf8JsonWriter writer, PlanProfile profile)
    {
        writer.WriteString("shape", PublicNames.Of(profile.Shape));
        WriteShare(writer, "shape_share", profile.ShapeShare);
        writer.WriteString("runner_up", profile.RunnerUp is { } runnerUp ? PublicNames.Of(runnerUp) : null);
        WriteShare(writer, "runner_up_share", profile.RunnerUpShare);
        writer.WriteBoolean("writes", profile.Writes);
        writer.WriteString("cache_use", PublicNames.Of(profile.CacheUse));
        writer.WriteString("locality", profile.Locality is { } locality ? PublicNames.Of(locality) : null);
        writer.WriteString("temporality", profile.Temporality is { } temporality ? PublicNames.Of(temporality) : null);
    }

    private static void WriteProvenance(Utf8JsonWriter writer, PlanProfile profile)
    {
        writer.WriteStartObject("provenance");
        writer.WriteString("shape", PublicNames.Of(profile.ShapeProvenance));
        foreach (var (name, figure) in Figures(profile))
            writer.WriteString(name, PublicNames.Of(figure.Provenance));
        writer.WriteEndObject();
    }

    private static void WriteOperators(Utf8JsonWriter writer, PlanProfile profile)
    {
        writer.WriteStartArray("operators");
        foreach (var node in profile.Operators)
        {
            writer.WriteStartObject();
            writer.WriteNumber("id", node.Id);
            if (node.Parent is int parent)
                writer.WriteNumber("parent", parent);
            else
                writer.WriteNull("parent");
            writer.WriteString("name", node.Name);
            writer.WriteString("family", PublicNames.Of(node.Family));
            WriteFigure(writer, "rows", node.Rows);
            WriteFigure(writer, "executions", node.Executions);
            WriteFigure(writer, "structure_bytes", node.StructureBytes);
            WriteFigure(writer, "streamed_bytes", node.StreamedBytes);
            writer.WriteString("table", node.Table);
            writer.WriteNumber("weight", double.IsFinite(node.Weight) ? Math.Round(node.Weight, 2) : 0);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    private static void WriteFigure(Utf8JsonWriter writer, string name, Figure figure)
    {
        if (figure.Value is decimal value)
            writer.WriteNumber(name, value);
        else
            writer.WriteNull(name);
    }

    private static void WriteShare(Utf8JsonWriter writer, string name, double? share)
    {
        if (share is double value && double.IsFinite(value))
            writer.WriteNumber(name, Math.Round(value, 4));
        else
            writer.WriteNull(name);
    }
}
