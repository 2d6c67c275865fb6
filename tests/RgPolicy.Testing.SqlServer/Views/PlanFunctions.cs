using RgPolicy.Testing.SqlServer.Tds;
using RgPolicy.Testing.SqlServer.Workload;

namespace RgPolicy.Testing.SqlServer.Views;

/// <summary>What is behind a handle.</summary>
internal static class PlanFunctions
{
    /// <summary>A function's rows, or null for another function.</summary>
    public static RowSet? Find(ServerState server, string name, IReadOnlyList<object?> arguments) =>
        name switch
        {
            "sys.dm_exec_text_query_plan" => new RowSet(
                ["query_plan", "encrypted"],
                [
                    [Plan(server, arguments[0] as byte[]), false],
                ]
            ),
            "sys.dm_exec_sql_text" => new RowSet(
                ["text"],
                Of(server, arguments[0] as byte[]) is { } query
                    ?
                    [
                        [query.Prefix + query.Text],
                    ]
                    : []
            ),
            _ => null,
        };

    /// <summary>A plan that is not in the cache (any more) is NULL.</summary>
    private static string? Plan(ServerState server, byte[]? handle)
    {
        if (Of(server, handle) is not { } query || server.Faults.IsEvicted(query.Name))
            return null;
        return query.IsShell && query.Handle.SequenceEqual(handle ?? []) ? PlanDocuments.Shell(query) : query.Plan;
    }

    private static QueryRow? Of(ServerState server, byte[]? handle) =>
        handle is null
            ? null
            : server.Scenario.Queries.FirstOrDefault(each =>
                each.Handle.SequenceEqual(handle) || each.InnerHandle.SequenceEqual(handle)
            );
}
