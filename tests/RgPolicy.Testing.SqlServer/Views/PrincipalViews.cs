using RgPolicy.Testing.SqlServer.Login;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Views;

/// <summary>Logins and who is in which role. Without the right to see definitions a login sees itself.</summary>
internal static class PrincipalViews
{
    private const int Sysadmin = 3;
    private const int FirstLogin = 256;

    /// <summary>A view's rows, or null for another view.</summary>
    public static RowSet? Find(ServerState server, SessionRow session, string name) =>
        name switch
        {
            "sys.server_principals" => new RowSet(
                ["principal_id", "name", "type"],
                [.. Seen(server, session).Select(each => new object?[] { each.Id, each.Login.Name, each.Login.Type })]
            ),
            "sys.server_role_members" => new RowSet(
                ["role_principal_id", "member_principal_id"],
                [
                    .. Seen(server, session)
                        .Where(each => each.Login.IsSysadmin)
                        .Select(each => new object?[] { Sysadmin, each.Id }),
                ]
            ),
            _ => null,
        };

    private static IEnumerable<(int Id, LoginRow Login)> Seen(ServerState server, SessionRow session) =>
        server
            .Logins.Values.Where(each => each.IsPrincipal)
            .Select((each, at) => (FirstLogin + at, each))
            .Where(each => session.Login.Has("VIEW ANY DEFINITION") || each.each == session.Login);
}
