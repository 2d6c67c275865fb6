namespace RgPolicy.Plans.Reporting;

/// <summary>Words of the public JSON for enumerations.</summary>
internal static class PublicNames
{
    public static string Of(PlanFormat format) =>
        format switch
        {
            PlanFormat.ShowplanXml => "showplan_xml",
            PlanFormat.PostgresJson => "postgres_json",
            PlanFormat.PostgresText => "postgres_text",
            PlanFormat.MySqlJson => "mysql_json",
            PlanFormat.MySqlTree => "mysql_tree",
            PlanFormat.MariaDbJson => "mariadb_json",
            _ => "unrecognised",
        };

    public static string Of(PlanShape shape) => shape == PlanShape.BulkLoad ? "bulk_load" : Lower(shape.ToString());

    public static string Of(StatementKind kind) =>
        kind switch
        {
            StatementKind.BulkLoad => "bulk_load",
            StatementKind.IndexBuild => "index_build",
            _ => Lower(kind.ToString()),
        };

    public static string Of(Temporality temporality) =>
        temporality == Temporality.NonTemporal ? "non_temporal" : "temporal";

    public static string Of(CacheUse use) => Lower(use.ToString());

    public static string Of(PlanLocality locality) => Lower(locality.ToString());

    public static string Of(Provenance provenance) => Lower(provenance.ToString());

    public static string Of(OperatorFamily family) => Lower(family.ToString());

    private static string Lower(string word) => word.ToLowerInvariant();
}
