using RgPolicy.Dbms.SqlServer.Sql;
using RgPolicy.Testing.SqlServer.Login;

namespace RgPolicy.Testing.SqlServer.Servers;

/// <summary>Logins that are made for a test on a server that is given.</summary>
internal sealed class GivenLogins(TestServer server)
{
    private readonly List<string> _made = [];

    /// <summary>Makes one with its permissions on the server; those in databases come with the database.</summary>
    public async Task MakeAsync(LoginRow login)
    {
        await DropAsync(login.Name);
        _made.Add(login.Name);
        await server.RunAsync(
            $"CREATE LOGIN {SqlQuote.Name(login.Name)} WITH PASSWORD = "
                + $"{SqlQuote.Text(login.Password)}, CHECK_POLICY = OFF"
        );
        if (login.IsSysadmin)
            await server.RunAsync($"ALTER SERVER ROLE sysadmin ADD MEMBER {SqlQuote.Name(login.Name)}");
        foreach (
            var permission in login.Permissions.Where(each =>
                !each.Contains(':', StringComparison.Ordinal) && each != "sysadmin"
            )
        )
            await server.RunAsync($"GRANT {permission} TO {SqlQuote.Name(login.Name)}");
    }

    /// <summary>Makes a login's user in a database, with its permissions there.</summary>
    public async Task EnterAsync(LoginRow login, string database)
    {
        var permissions = login
            .Permissions.Where(each => each.StartsWith(database + ":", StringComparison.OrdinalIgnoreCase))
            .Select(each => each[(database.Length + 1)..])
            .ToList();
        if (permissions.Count == 0)
            return;
        var statements = permissions
            .Where(each => each != "CONNECT")
            .Select(each => $"GRANT {each} TO {SqlQuote.Name(login.Name)};");
        await server.RunAsync(
            $"USE {SqlQuote.Name(database)}; CREATE USER {SqlQuote.Name(login.Name)} FOR LOGIN "
                + $"{SqlQuote.Name(login.Name)}; {string.Join(' ', statements)}"
        );
    }

    /// <summary>Drops them all.</summary>
    public async Task DropAllAsync()
    {
        foreach (var login in _made)
            await DropAsync(login);
        _made.Clear();
    }

    private Task DropAsync(string login) =>
        GivenCleaning.RunAsync(
            server,
            $"s.login_name = {SqlQuote.Text(login)}",
            $"IF SUSER_ID({SqlQuote.Text(login)}) IS NOT NULL DROP LOGIN {SqlQuote.Name(login)}"
        );
}
