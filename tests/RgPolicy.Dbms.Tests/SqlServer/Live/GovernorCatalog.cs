using System.Data.Common;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>Resource Governor's catalog as its own views show it, read without what RgPolicy reads it with. What a name
/// stands for counts, not its number: an object that was dropped and comes back gets another one.</summary>
internal static class GovernorCatalog
{
    private const string Pool =
        "pool_id, name, min_cpu_percent, max_cpu_percent, cap_cpu_percent, min_memory_percent, max_memory_percent, "
        + "min_iops_per_volume, max_iops_per_volume";
    private const string Group =
        "pool_id, name, importance, request_max_memory_grant_percent, request_max_cpu_time_sec, "
        + "request_memory_grant_timeout_sec, max_dop, group_max_requests";

    /// <summary>Every row of it, stored and in force, in the order of its text.</summary>
    public static async Task<ImmutableArray<string>> ReadAsync(TestServer server, int version)
    {
        await using var link = new SqlServerLink(
            server.Administrator,
            LinkSettings.Configure with
            {
                Application = "looks",
            }
        );
        await link.ReopenAsync(CancellationToken.None);
        var functions = (
            await RowsAsync(
                "SELECT o.object_id, o.name, m.definition FROM sys.objects AS o JOIN sys.sql_modules AS m ON "
                    + "m.object_id = o.object_id WHERE o.type = 'FN'"
            )
        ).ToDictionary(row => row[0], row => row[1] + ": " + row[2], StringComparer.Ordinal);
        var rows = new List<string>(functions.Values);
        foreach (var views in new[] { "sys.resource_governor_", "sys.dm_resource_governor_" })
        {
            var configuration = await RowsAsync($"SELECT classifier_function_id FROM {views}configuration");
            rows.Add(views + "classifier " + functions.GetValueOrDefault(configuration[0][0], "none"));
            var pools = await RowsAsync($"SELECT {Pool} FROM {views}resource_pools");
            var names = pools.ToDictionary(row => row[0], row => row[1], StringComparer.Ordinal);
            rows.AddRange(pools.Select(row => $"{views}pool {string.Join(' ', row[1..])}"));
            rows.AddRange(
                (await RowsAsync($"SELECT {Columns(views, version)} FROM {views}workload_groups")).Select(row =>
                    $"{views}group of {names[row[0]]} {string.Join(' ', row[1..])}"
                )
            );
        }

        rows.AddRange(
            (await RowsAsync("SELECT is_enabled FROM sys.resource_governor_configuration")).Select(row =>
                "enabled " + row[0]
            )
        );
        rows.AddRange(
            (await RowsAsync("SELECT is_reconfiguration_pending FROM sys.dm_resource_governor_configuration")).Select(
                row => "pending " + row[0]
            )
        );
        return [.. rows.Order(StringComparer.Ordinal)];

        Task<List<string[]>> RowsAsync(string sql) => link.QueryAsync(sql, Texts, CancellationToken.None);
    }

    private static string Columns(string views, int version) =>
        Group
        + (version >= 2019 ? ", request_max_memory_grant_percent_numeric" : "")
        + (
            version >= 2025 && views == "sys.resource_governor_"
                ? ", group_max_tempdb_data_mb, group_max_tempdb_data_percent"
                : ""
        );

    private static string[] Texts(DbDataReader row) =>
        [
            .. Enumerable
                .Range(0, row.FieldCount)
                .Select(column =>
                    row.IsDBNull(column)
                        ? "NULL"
                        : Convert.ToString(row.GetValue(column), CultureInfo.InvariantCulture) ?? ""
                ),
        ];
}
