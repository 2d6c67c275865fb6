using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.SqlServer.Availability;

/// <summary>The availability groups that a server is in. Resource Governor belongs to the server: no group carries it
/// to the other replicas.</summary>
/// <remarks><c>Roles</c>: what this server is, by group. <c>ListenedTo</c>: the groups whose listener the connection
/// names; empty where it names none. <c>Within</c>: the contained group whose master the session is in; null in the
/// server's own.</remarks>
internal sealed record AvailabilityGroups(
    ImmutableArray<GroupReplica> Members,
    ImmutableSortedDictionary<string, string> Roles,
    ImmutableArray<string> ListenedTo,
    string? Within
)
{
    public static AvailabilityGroups None { get; } = new([], ImmutableSortedDictionary<string, string>.Empty, [], null);

    /// <summary>Such as <c>primary of sales, secondary of stock</c>.</summary>
    public string Role => string.Join(", ", Roles.Select(each => $"{each.Value} of {each.Key}"));

    /// <summary>The servers behind the listener, or of all groups where the connection names the server
    /// itself.</summary>
    public ImmutableArray<Replica> Replicas(SqlServerConnectionOptions connection) =>
        [
            .. Members
                .Where(each => ListenedTo.IsEmpty || ListenedTo.Contains(each.Group, StringComparer.OrdinalIgnoreCase))
                .GroupBy(each => each.Server, StringComparer.OrdinalIgnoreCase)
                .OrderBy(each => each.Key, StringComparer.OrdinalIgnoreCase)
                .Select(each => new Replica(each.Key, ReplicaAddress.Of(connection, each).Target)),
        ];

    public IEnumerable<string> Warnings(string server)
    {
        var others = Members
            .Select(each => each.Server)
            .Where(each => !each.Equals(server, StringComparison.OrdinalIgnoreCase))
            .Distinct(StringComparer.OrdinalIgnoreCase)
            .Order(StringComparer.OrdinalIgnoreCase)
            .ToList();
        return others.Count == 0
            ? []
            :
            [
                $"{server} is {(Roles.IsEmpty ? "one of several replicas" : Role)}: Resource Governor belongs to the server, so that after a failover to "
                    + $"{string.Join(" or ", others)} only what is configured there holds. Write --replicas for all of them.",
            ];
    }

    /// <summary>Why nothing may be changed through this connection; empty where it may.</summary>
    public IEnumerable<string> Refusals =>
        Within is { } group
            ?
            [
                $"The connection is within the contained availability group {group}, whose master is not the server's: "
                    + "connect to the server itself, or write --replicas.",
            ]
            : [];
}

/// <summary>A replica of an availability group, as the group's catalog names it.</summary>
/// <remarks><c>IsContained</c>: the group has a master of its own. <c>Server</c>: the server's name, with its instance.
/// <c>RoutingUrl</c>: where clients that only read are sent; null where it is not configured.</remarks>
internal sealed record GroupReplica(string Group, bool IsContained, string Server, string? RoutingUrl);

/// <summary>Where a replica itself answers, not the listener in front of it.</summary>
internal static class ReplicaAddress
{
    /// <summary>The address of its read-only routing, which names its port; else its name and the usual port.</summary>
    public static SqlServerConnectionOptions Of(
        SqlServerConnectionOptions connection,
        IEnumerable<GroupReplica> replica
    )
    {
        var all = replica.ToList();
        var (host, instance) = Cut(all[0].Server, '\\');
        var direct = connection with { IsMultiSubnet = false, Instance = null };
        return all.Select(each => UrlOf(each.RoutingUrl)).FirstOrDefault(url => url is not null) is { } url
            ? direct with
            {
                Host = url.Host.Trim('[', ']'),
                Port = url.Port,
            }
            : direct with
            {
                Host = host,
                Port = SqlServerConnectionOptions.UsualPort,
                Instance = instance,
            };
    }

    private static Uri? UrlOf(string? text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var url)
        && url.Scheme.Equals("tcp", StringComparison.OrdinalIgnoreCase)
        && url.Port > 0
            ? url
            : null;

    private static (string Before, string? After) Cut(string text, char separator)
    {
        var at = text.IndexOf(separator, StringComparison.Ordinal);
        return at < 0 ? (text, null) : (text[..at], text[(at + 1)..]);
    }
}
