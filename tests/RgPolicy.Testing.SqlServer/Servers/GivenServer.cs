using Microsoft.Data.SqlClient;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Testing.SqlServer.Servers;

/// <summary>
/// The server that RGPOLICY_TEST_SQLSERVER names, for one test at a time: logins are made for it and dropped again, and Resource Governor
/// is put back to what it was.
/// </summary>
internal sealed class GivenServer : TestServer
{
    private static readonly SemaphoreSlim OneAtATime = new(1);

    private readonly ServerSetup _setup;
    private readonly ConfigurationReading _before;

    private GivenServer(SqlServerConnectionOptions administrator, ServerSetup setup, ConfigurationReading before) =>
        (Administrator, _setup, _before) = (administrator, setup, before);

    /// <inheritdoc/>
    public override SqlServerConnectionOptions Administrator { get; }

    /// <summary>A real server says so by an error.</summary>
    public override IReadOnlyList<string> NotUnderstood => [];

    /// <summary>Waits for the server, and makes the logins.</summary>
    public static async Task<GivenServer> BeginAsync(string connection, ServerSetup setup)
    {
        await OneAtATime.WaitAsync();
        try
        {
            var administrator = OptionsOf(connection);
            await using var configurator = await SqlServerConfigurator.ConnectAsync(administrator, CancellationToken.None);
            var server = new GivenServer(administrator, setup, await configurator.ReadAsync(CancellationToken.None));
            foreach (var login in setup.Logins.Select(each => each.Split(':', 3))) await server.MakeAsync(login[0], login[1], login[2]);
            return server;
        }
        catch
        {
            OneAtATime.Release();
            throw;
        }
    }

    /// <inheritdoc/>
    public override async ValueTask DisposeAsync()
    {
        try
        {
            await PutBackAsync();
            foreach (var login in _setup.Logins.Select(each => each.Split(':')[0])) await DropAsync(login);
        }
        finally
        {
            OneAtATime.Release();
        }
    }

    private async Task PutBackAsync()
    {
        await using var configurator = await SqlServerConfigurator.ConnectAsync(Administrator, CancellationToken.None);
        foreach (var step in (await configurator.PlanBackAsync(_before.State, CancellationToken.None)).Steps)
            await configurator.ExecuteAsync(step, CancellationToken.None);
    }

    private async Task MakeAsync(string login, string password, string permissions)
    {
        await DropAsync(login);
        await RunAsync($"CREATE LOGIN {SqlQuote.Name(login)} WITH PASSWORD = {SqlQuote.Text(password)}, CHECK_POLICY = OFF");
        foreach (var permission in permissions.Split(',', StringSplitOptions.RemoveEmptyEntries))
            await RunAsync($"GRANT {permission} TO {SqlQuote.Name(login)}");
    }

    private Task DropAsync(string login) =>
        RunAsync($"IF SUSER_ID({SqlQuote.Text(login)}) IS NOT NULL DROP LOGIN {SqlQuote.Name(login)}");

    /// <summary>The driver's connection string as RgPolicy's own connection.</summary>
    private static SqlServerConnectionOptions OptionsOf(string connection)
    {
        var text = new SqlConnectionStringBuilder(connection);
        var place = text.DataSource.Split(':')[^1].Split(',');
        return new SqlServerConnectionOptions
        {
            Host = place[0],
            Port = place.Length > 1 ? int.Parse(place[1], System.Globalization.CultureInfo.InvariantCulture) : 1433,
            User = text.UserID,
            Encrypts = !Equals(text.Encrypt, SqlConnectionEncryptOption.Optional),
            TrustsServerCertificate = text.TrustServerCertificate,
        }.WithPassword(text.Password);
    }
}
