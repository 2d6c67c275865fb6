using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Views;

/// <summary>Sessions of Extended Events and their targets.</summary>
internal static class EventViews
{
    /// <summary>A view's rows, or null for another view.</summary>
    public static RowSet? Find(ServerState server, string name) =>
        name switch
        {
            "sys.server_event_sessions" => new RowSet(
                ["name"],
                [.. server.Events.All.Select(each => new object?[] { each })]
            ),
            "sys.dm_xe_sessions" => new RowSet(
                ["name", "address"],
                [.. server.Events.Running.Select(each => new object?[] { each, each })]
            ),
            "sys.dm_xe_session_targets" => new RowSet(
                ["event_session_address", "target_data"],
                [.. server.Events.Running.Select(each => new object?[] { each, server.Events.HeldBy(each) })]
            ),
            _ => null,
        };
}
