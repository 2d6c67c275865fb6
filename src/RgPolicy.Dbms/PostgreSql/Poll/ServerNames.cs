using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.Roles;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>Databases and logins by their oids; read again every 30 s and when an oid is not known.</summary>
internal sealed class ServerNames(TimeProvider time)
{
    private static readonly TimeSpan Lifetime = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan ShortestPause = TimeSpan.FromSeconds(1);

    private const string NamesSql =
        "SELECT oid, datname::text, NULL::bool, NULL::bool FROM pg_database UNION ALL SELECT oid, rolname::text, "
        + "rolsuper, rolcanlogin FROM pg_roles";

    private const string MembersSql = "SELECT member, roleid FROM pg_auth_members";

    private Dictionary<uint, string> _databases = [];
    private Dictionary<uint, LoginName> _logins = [];
    private long? _readAt;

    public string Database(uint oid) => _databases.GetValueOrDefault(oid, "");

    /// <summary>The login; one without a name when it is not known.</summary>
    public LoginName Login(uint oid) => _logins.GetValueOrDefault(oid, LoginName.Unknown);

    public bool IsStale(ActivitySnapshot snapshot)
    {
        if (_readAt is not { } readAt)
            return true;
        var age = time.GetElapsedTime(readAt);
        return age >= Lifetime || (age >= ShortestPause && HasUnknown(snapshot));
    }

    /// <summary>Reads them; true when anything changed.</summary>
    public async Task<bool> ReadAsync(NpgsqlConnection connection, CancellationToken cancellationToken)
    {
        var databases = new Dictionary<uint, string>();
        var logins = new Dictionary<uint, LoginName>();
        await using var query = new PostgresQuery(connection, [(NamesSql, []), (MembersSql, [])]);
        await using var reader = await query.OpenAsync([], cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
        {
            // Names are in the encoding of the database in which they were made: one that is not valid
            // UTF-8 must not fail the poll.
            var (oid, name) = (reader.GetFieldValue<uint>(0), Encoding.UTF8.GetString(reader.GetFieldValue<byte[]>(1)));
            if (reader.IsDBNull(2))
                databases[oid] = name;
            else
                logins[oid] = new LoginName(name, reader.GetBoolean(2)) { MayConnect = reader.GetBoolean(3) };
        }

        await reader.NextResultAsync(cancellationToken);
        var rows = await reader.RestAsync(
            row => (Member: row.GetFieldValue<uint>(0), Role: row.GetFieldValue<uint>(1)),
            cancellationToken
        );
        var members = new RoleMembers<uint>(rows.ToLookup(row => row.Member, row => row.Role));
        foreach (var oid in logins.Keys.ToList())
            logins[oid] = logins[oid] with { Roles = Roles(members.RolesOf(oid), logins) };
        var changed = !Same(_databases, databases) || !Same(_logins, logins);
        (_databases, _logins, _readAt) = (databases, logins, time.GetTimestamp());
        return changed;
    }

    private static ImmutableArray<string> Roles(IEnumerable<uint> oids, Dictionary<uint, LoginName> logins) =>
        [.. oids.Where(logins.ContainsKey).Select(oid => logins[oid].Name).Order(StringComparer.Ordinal)];

    private bool HasUnknown(ActivitySnapshot snapshot)
    {
        foreach (var row in snapshot.Backends)
            if (!_databases.ContainsKey(row.Database) || !_logins.ContainsKey(row.Login))
                return true;
        return false;
    }

    private static bool Same<T>(Dictionary<uint, T> before, Dictionary<uint, T> after) =>
        before.Count == after.Count
        && after.All(p => before.TryGetValue(p.Key, out var old) && EqualityComparer<T>.Default.Equals(old, p.Value));
}

internal sealed record LoginName(string Name, bool IsSuperuser)
{
    /// <summary>A login that was made or dropped a moment ago: taken for a superuser, so that it is left alone until it
    /// is known.</summary>
    public static LoginName Unknown { get; } = new("", true);

    /// <summary>Sessions may begin as it; of others it is only set.</summary>
    public bool MayConnect { get; init; } = true;

    /// <summary>The roles that it is a member of, by others too; null where they are not known.</summary>
    public ImmutableArray<string>? Roles { get; init; }

    public bool Equals(LoginName? other) =>
        other is not null
        && Name == other.Name
        && IsSuperuser == other.IsSuperuser
        && MayConnect == other.MayConnect
        && (
            Roles is { } own && other.Roles is { } others
                ? own.SequenceEqual(others, StringComparer.Ordinal)
                : Roles is null && other.Roles is null
        );

    public override int GetHashCode() => HashCode.Combine(Name, IsSuperuser);
}

/// <summary>What one poll returned; the lists are used again by the next one.</summary>
internal sealed class ActivitySnapshot
{
    public List<ActivityRow> Backends { get; } = [];
    public List<ActivityRow> Workers { get; } = [];

    /// <summary>Processes that run no client's query and wait for a lock: autovacuum, a replica's
    /// apply, a walsender.</summary>
    public List<ActivityRow> OtherWaiters { get; } = [];

    /// <summary>Client backends that are idle and worked within the last 3 s; null when that was left out.</summary>
    public int[]? RecentlyIdle { get; set; }

    public DateTime Time { get; set; }
    public TimeSpan Elapsed { get; set; }
    public bool IsLean { get; set; }
    public bool ReadsAllStatistics { get; set; } = true;

    public void Clear()
    {
        Backends.Clear();
        Workers.Clear();
        OtherWaiters.Clear();
    }
}
