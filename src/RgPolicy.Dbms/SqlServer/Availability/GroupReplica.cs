namespace RgPolicy.Dbms.SqlServer.Availability;

/// <summary>A replica of an availability group, as the group's catalog names it.</summary>
/// <param name="Group">The group.</param>
/// <param name="IsContained">The group has a master of its own.</param>
/// <param name="Server">The server's name, with its instance.</param>
/// <param name="RoutingUrl">Where clients that only read are sent; null where it is not configured.</param>
internal sealed record GroupReplica(string Group, bool IsContained, string Server, string? RoutingUrl);
