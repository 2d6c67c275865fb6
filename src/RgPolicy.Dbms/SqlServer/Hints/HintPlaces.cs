using RgPolicy.Dbms.SqlServer.Availability;
using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>Finds where the hints of a database are written. Before SQL Server 2025 a hint is for the executions of the
/// server that it is set on. From then on the primary replica sets it for the secondaries, which write nothing
/// themselves; that other server is asked only where the connection says so.</summary>
internal sealed class HintPlaces(OwnLink own)
{
    private const int PrimaryRole = 1;
    private const int SecondaryRole = 2;

    private const string Version = "SELECT CONVERT(nvarchar(128), SERVERPROPERTY('ProductVersion'))";

    private const string PrimaryOf =
        "SELECT s.primary_replica FROM sys.dm_hadr_database_replica_states AS d "
        + "JOIN sys.dm_hadr_availability_group_states AS s ON s.group_id = d.group_id "
        + "WHERE d.is_local = 1 AND DB_NAME(d.database_id) = @database";

    private const string AddressOf =
        "SELECT g.name, r.replica_server_name, r.read_only_routing_url FROM sys.availability_replicas AS r "
        + "JOIN sys.availability_groups AS g ON g.group_id = r.group_id WHERE r.replica_server_name = @server";

    private readonly Dictionary<string, HintPlace> _places = new(StringComparer.Ordinal);
    private (string Name, OwnLink Link)? _primary;
    private int _major;

    /// <summary>The place of a database; known until it is forgotten.</summary>
    /// <exception cref="ConfigureException">A server cannot be reached, or does not say.</exception>
    public async Task<HintPlace> FindAsync(string database, CancellationToken cancellationToken)
    {
        if (_places.TryGetValue(database, out var known))
            return known;
        var session = await own.OpenAsync(cancellationToken);
        if (_major == 0)
            _major = MajorOf(await session.OneAsync(Version, row => row.GetString(0), cancellationToken));
        return _places[database] =
            _major < SqlServerRelease.First2025
                ? new HintPlace(own, null)
                : await LookAsync(session, database, cancellationToken);
    }

    /// <summary>Replicas change their roles: looks again at the next occasion.</summary>
    public void Forget() => _places.Clear();

    public async Task CloseAsync()
    {
        Forget();
        if (_primary is { Link: var link })
            await link.CloseAsync();
        _primary = null;
    }

    private async Task<HintPlace> LookAsync(SqlServerLink session, string database, CancellationToken cancellationToken)
    {
        var primary = own.Options.HasHintsAtPrimary ? await PrimaryAsync(session, database, cancellationToken) : null;
        var link = primary is null ? own : await ReachAsync(session, primary, cancellationToken);
        var groups = await (await link.OpenAsync(cancellationToken)).QueryAsync(
            $"SELECT replica_group_id, role_type, replica_name FROM {SqlQuote.Name(database)}.sys.query_store_replicas",
            row => (Id: row.GetInt64(0), Role: row.Int(1), Server: row.Text(2)),
            cancellationToken
        );
        var place = new HintPlace(link, null)
        {
            Others = [.. groups.Where(each => each.Role != PrimaryRole).Select(each => each.Id).Distinct().Order()],
        };
        if (primary is null)
            return place;
        foreach (var (id, role, server) in groups)
            if (role == SecondaryRole && server.Equals(session.ServerName, StringComparison.OrdinalIgnoreCase))
                return place with { ReplicaGroup = id };
        return place with
        {
            Refusal =
                $"the Query Store at {primary} knows no executions of {session.ServerName} (yet): it takes "
                + $"ALTER DATABASE {SqlQuote.Name(database)} FOR SECONDARY SET QUERY_STORE = ON (OPERATION_MODE = "
                + "READ_WRITE); there",
        };
    }

    /// <summary>The primary replica of a database; null where that is this server, or there is no group.</summary>
    private static async Task<string?> PrimaryAsync(
        SqlServerLink session,
        string database,
        CancellationToken cancellationToken
    ) =>
        (
            await session.QueryAsync(
                SqlCall.Of(PrimaryOf, SqlArgument.Text("@database", database)),
                row => row.Text(0),
                cancellationToken
            )
        ).FirstOrDefault(name =>
            name.Length > 0 && !name.Equals(session.ServerName, StringComparison.OrdinalIgnoreCase)
        );

    private async Task<OwnLink> ReachAsync(SqlServerLink session, string primary, CancellationToken cancellationToken)
    {
        if (_primary is { } known && known.Name != primary)
            await CloseAsync();
        if (_primary is null)
        {
            var replica = await session.QueryAsync(
                SqlCall.Of(AddressOf, SqlArgument.Text("@server", primary)),
                row => new GroupReplica(row.GetString(0), false, row.GetString(1), row.TextOrNull(2)),
                cancellationToken
            );
            if (replica.Count == 0)
                throw new ConfigureException(
                    $"{own.Options.Target}: where the primary replica {primary} answers is not told",
                    "Grant VIEW ANY DEFINITION."
                );
            var options = ReplicaAddress.Of(own.Options, replica) with { OnlyReads = false };
            _primary = (primary, new OwnLink(options, LinkSettings.Hints, []));
        }

        var link = _primary.Value.Link;
        var answers = (await link.OpenAsync(cancellationToken)).ServerName;
        if (answers.Equals(primary, StringComparison.OrdinalIgnoreCase))
            return link;
        await CloseAsync();
        throw SqlServerError.OtherServer(link.Options.Target, primary, answers);
    }

    private static int MajorOf(string version) =>
        int.TryParse(version.Split('.')[0], NumberStyles.None, CultureInfo.InvariantCulture, out var major) ? major : 1;
}

/// <summary>Where the hints of a database are written, and for whose executions.</summary>
/// <param name="Link">The server whose Query Store can be written: the primary replica's, or this one's.</param>
/// <param name="ReplicaGroup">The group of replicas whose executions they are for; null for those of the server that
/// writes.</param>
internal sealed record HintPlace(OwnLink Link, long? ReplicaGroup)
{
    /// <summary>The groups that are told apart from the writing server's own; empty where hints have none.</summary>
    public ImmutableArray<long> Others { get; init; } = [];

    public string? Refusal { get; init; }

    /// <summary>What a query adds to its condition so that it sees the hints of one group only.</summary>
    /// <param name="group">The group; null for that of the server that writes.</param>
    public string Only(long? group) =>
        group is { } number ? FormattableString.Invariant($" AND h.replica_group_id = {number}")
        : Others.IsEmpty ? ""
        : $" AND h.replica_group_id NOT IN ({string.Join(", ", Others.Select(each => FormattableString.Invariant($"{each}")))})";
}
