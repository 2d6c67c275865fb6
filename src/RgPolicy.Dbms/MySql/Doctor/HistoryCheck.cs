using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Doctor;

/// <summary>Whether the server counts what ran before, so that <c>history.*</c> is known.</summary>
internal static class HistoryCheck
{
    private const string Id = "my.history";
    private const string Lost = "history.executions and history.mean_elapsed";

    private const string Consumer =
        "SELECT ENABLED FROM performance_schema.setup_consumers WHERE NAME = 'statements_digest'";

    private const string Kept = "SELECT @@GLOBAL.performance_schema_digests_size";

    public static async Task<DoctorFinding> CheckAsync(
        MySqlLink link,
        MySqlServerTraits traits,
        CancellationToken cancellationToken
    )
    {
        if (!traits.HasPerformanceSchema)
            return Lacks("executions of earlier statements are not counted without performance_schema", "");
        if (await link.ScalarAsync(Consumer, cancellationToken) != "YES")
        {
            return Lacks(
                "the consumer statements_digest is off, so executions are not counted",
                "UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = 'statements_digest';"
            );
        }

        var size = await link.ScalarAsync(Kept, cancellationToken);
        return size == "0"
            ? Lacks(
                "performance_schema_digests_size is 0, so executions are not counted",
                "-- performance_schema_digests_size = 5000 in the server's configuration, then a restart"
            )
            : DoctorFinding.Ok(Id, $"executions are counted for up to {size} statements");
    }

    private static DoctorFinding Lacks(string message, string fix) => DoctorFinding.Lacks(Id, message, Lost, fix);
}
