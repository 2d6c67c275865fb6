namespace RgPolicy.Dbms.Tests.PostgreSql.Drivers;

/// <summary>What each driver can do, and the shapes that are right.</summary>
internal static class DriverCases
{
    private static readonly DriverCase[] All =
    [
        new("point", ["oltp"]),
        new("scan", ["scan"]),
        new("prepared", ["scan"]),
        new("update", ["oltp"]),
        new("batch", ["write", "aggregation"]),
        new("pipeline", ["scan"]),
        new("copy out", ["scan"]),
        new("copy in", ["bulk_load"]) { Has = "COPY" },
    ];

    // Rows from a portal have the text of their query; a cursor of SQL is fetched from by another statement.
    private static readonly DriverCase Portal = new("cursor", ["scan"]);
    private static readonly DriverCase Fetch = new("cursor", ["none"]) { Begins = "FETCH", Has = "" };

    // One text declares it and fetches from it.
    private static readonly DriverCase DeclaredAndFetched = new("cursor", ["none"]);

    /// <summary>Those of a driver.</summary>
    public static IEnumerable<DriverCase> Of(string driver) =>
        driver switch
        {
            // Its batches are sent as a pipeline.
            Driver.Jdbc => [.. All.Where(each => each.Name != "pipeline"), Portal],
            // It knows neither prepared statements nor pipelines.
            Driver.Psycopg2 => [.. All.Where(each => each.Name is not ("prepared" or "pipeline")), Fetch],
            // Neither pipelines nor COPY; its cursors are declared and read in one text.
            Driver.Odbc =>
            [
                .. All.Where(each => each.Name is not ("pipeline" or "copy out" or "copy in")),
                DeclaredAndFetched,
            ],
            _ => [.. All, Fetch],
        };
}
