using RgPolicy.Testing.SqlServer.Login;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Running;

/// <summary>Lets clients in, and asks the classifier which workload group each belongs to.</summary>
internal sealed class LoginHandler(ServerState server) : ITdsServer
{
    private const int DefaultGroup = 2;

    /// <inheritdoc/>
    public Version Version => server.Release.Version;

    /// <inheritdoc/>
    public Task<ITdsSession> LogInAsync(LoginRequest login, Action cut)
    {
        lock (server.Gate)
        {
            if (
                server.Faults.Is("login_fail")
                || !server.Logins.TryGetValue(login.Login, out var known)
                || known.Password != login.Password
            )
                throw new SqlFailure(18456, $"Login failed for user '{login.Login}'.", 14);
            if (server.Faults.Is("single_user") && !known.IsSysadmin)
                throw new SqlFailure(
                    18461,
                    $"Login failed for user '{login.Login}'. Reason: Server is in single user mode. Only one "
                        + "administrator can connect at this time.",
                    14
                );
            var session = server.Add(known, login.Application, login.Host, GroupOf(login, known), cut, "master");
            return Task.FromResult<ITdsSession>(new ServerSession(server, session));
        }
    }

    /// <summary>A classifier that fails, or names a group that is not there, leaves the session in the
    /// default group.</summary>
    private int GroupOf(LoginRequest login, LoginRow known)
    {
        var governor = server.Governor;
        if (
            !governor.IsEnabled
            || governor.Functions.FirstOrDefault(each => each.Id == governor.Effective.Classifier) is not { } function
        )
            return DefaultGroup;
        try
        {
            var session = new SessionRow(0, known, login.Application, login.Host, DefaultGroup, Guid.Empty)
            {
                NamedDatabase = login.Database,
            };
            var name = FunctionRun.Of(function.Definition, new ServerSession(server, session));
            return name is not null && governor.Effective.Groups.TryGetValue(name, out var group)
                ? group.Id
                : DefaultGroup;
        }
        catch (SqlFailure e)
        {
            server.NotUnderstood.Add($"{e.Number} {e.Message} {function.Definition}");
            return DefaultGroup;
        }
    }
}
