using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.SqlServer.Availability;

/// <summary>Where a replica itself answers, not the listener in front of it.</summary>
internal static class ReplicaAddress
{
    /// <summary>The address of its read-only routing, which names its port; else its name and the usual port.</summary>
    /// <param name="connection">Whose login and encryption it is reached with.</param>
    /// <param name="replica">What its groups say of one server.</param>
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
