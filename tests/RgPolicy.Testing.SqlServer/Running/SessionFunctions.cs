using RgPolicy.Testing.SqlServer.Login;
using RgPolicy.Testing.SqlServer.Sql;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Running;

/// <summary>The functions that are used, as a session sees them.</summary>
internal static class SessionFunctions
{
    /// <summary>A function's value.</summary>
    /// <exception cref="SqlFailure">It is not known.</exception>
    public static object? Call(ServerState server, SessionRow session, string name, IReadOnlyList<object?> arguments) =>
        name switch
        {
            "@@SPID" => (short)session.Id,
            "SERVERPROPERTY" => Property(server, (string?)arguments[0]),
            "HAS_PERMS_BY_NAME" when arguments[0] is string database => session.Login.HasIn(
                database.Trim('[', ']'),
                (string?)arguments[2] ?? ""
            )
                ? 1
                : 0,
            "HAS_PERMS_BY_NAME" => Permission(server, session, (string?)arguments[2] ?? ""),
            "HAS_DBACCESS" => session.Login.HasIn((string?)arguments[0] ?? "", "CONNECT") ? 1 : 0,
            "IS_SRVROLEMEMBER" when arguments.Count == 1 => IsSysadmin(server, session.Login) ? 1 : 0,
            "IS_SRVROLEMEMBER" => Member(server, session, arguments),
            "OBJECT_ID" when arguments[0] is "sys.dm_tran_database_transactions" => 1,
            "CURRENT_TIMEZONE_ID" when server.Release.Major >= ServerRelease.Major2022 => "UTC",
            "OBJECT_ID" => server.Governor.Function(((string?)arguments[0] ?? "").Split('.')[^1].Trim('[', ']'))?.Id,
            "IS_MEMBER" => InGroup(server, session.Login, (string?)arguments[0] ?? ""),
            "DB_NAME" => server
                .Scenario.Databases.FirstOrDefault(each => each.Id == Conversion.ToNumber(arguments[0]))
                ?.Name,
            "SUSER_SNAME" => session.Login.Name,
            "APP_NAME" => session.App,
            "HOST_NAME" => session.Host,
            "ORIGINAL_DB_NAME" => session.NamedDatabase,
            "LOGINPROPERTY" => (string?)arguments[1] == "DefaultDatabase"
            && session.Login.Name.Equals((string?)arguments[0], StringComparison.OrdinalIgnoreCase)
                ? session.Login.DefaultDatabase
                : null,
            "DATABASEPROPERTYEX" => (string?)arguments[1] == "Updateability"
                ? server.Faults.Is("read_only")
                    ? "READ_ONLY"
                    : "READ_WRITE"
                : null,
            "SYSUTCDATETIME" => server.Utc,
            "SYSDATETIMEOFFSET" => new DateTimeOffset(server.Utc),
            _ => PlainFunctions.Call(name, arguments),
        };

    private static object? Property(ServerState server, string? name) =>
        name switch
        {
            "ProductVersion" => server.Release.Version.ToString(),
            "Edition" => server.Release.Edition,
            "EngineEdition" => server.Release.Engine,
            "ServerName" => server.Name,
            _ => null,
        };

    /// <summary>A permission that the release does not know is neither held nor missing.</summary>
    private static int? Permission(ServerState server, SessionRow session, string permission) =>
        permission.EndsWith("PERFORMANCE STATE", StringComparison.Ordinal)
        && server.Release.Major < ServerRelease.Major2022
            ? null
        : session.Login.Has(permission) ? 1
        : 0;

    /// <summary>The own session's token tells its groups; those of a login of the server's own are not known.</summary>
    private static int? InGroup(ServerState server, LoginRow login, string group) =>
        login.Type == "S" || !server.Logins.Values.Any(each => IsIn(each, group)) ? null
        : IsIn(login, group) ? 1
        : 0;

    private static bool IsIn(LoginRow login, string group) =>
        login.Groups.Contains(group, StringComparer.OrdinalIgnoreCase);

    private static bool IsSysadmin(ServerState server, LoginRow login) =>
        login.IsSysadmin
        || login.Groups.Any(group => server.Logins.TryGetValue(group, out var known) && known.IsSysadmin);

    private static int? Member(ServerState server, SessionRow session, IReadOnlyList<object?> arguments)
    {
        var who = Convert.ToString(arguments[1], CultureInfo.InvariantCulture) ?? "";
        if (!server.Logins.TryGetValue(who, out var login) || !login.IsPrincipal)
            return null;
        return
            who.Equals(session.Login.Name, StringComparison.OrdinalIgnoreCase)
            || session.Login.Has("VIEW ANY DEFINITION")
            ? login.IsSysadmin
                ? 1
                : 0
            : null;
    }
}
