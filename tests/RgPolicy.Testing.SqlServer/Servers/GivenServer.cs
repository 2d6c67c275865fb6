using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Testing.SqlServer.Servers;

/// <summary>
/// The server that RGPOLICY_TEST_SQLSERVER names, for one test at a time: logins and a workload are
/// made for it and removed again, and Resource Governor is put back to what it was.
/// </summary>
internal sealed class GivenServer : TestServer
{
    private static readonly SemaphoreSlim OneAtATime = new(1);

    private readonly ConfigurationReading _before;
    private readonly GivenLogins _logins;
    private GivenWorkload? _workload;

    private GivenServer(SqlServerConnectionOptions administrator, string password, ConfigurationReading before)
    {
        (Administrator, AdministratorPassword, _before) = (administrator, password, before);
        _logins = new GivenLogins(this);
    }

    /// <inheritdoc/>
    public override SqlServerConnectionOptions Administrator { get; }

    /// <inheritdoc/>
    public override string AdministratorPassword { get; }

    /// <summary>A real server says so by an error.</summary>
    public override IReadOnlyList<string> NotUnderstood => [];

    /// <summary>Waits for the server, and makes what the test wants to find.</summary>
    public static async Task<GivenServer> BeginAsync(string connection, ServerSetup setup)
    {
        await OneAtATime.WaitAsync();
        GivenServer? server = null;
        try
        {
            var administrator = GivenConnection.Read(connection);
            await using var configurator = await SqlServerConfigurator.ConnectAsync(
                administrator,
                null,
                CancellationToken.None
            );
            server = new GivenServer(
                administrator,
                GivenConnection.Password(connection),
                await configurator.ReadAsync(CancellationToken.None)
            );
            foreach (var login in setup.Logins.Select(Login.LoginRow.Parse))
                await server._logins.MakeAsync(login);
            if (setup.ScenarioFile is { } file)
                server._workload = await GivenWorkload.BeginAsync(server, server._logins, file);
            return server;
        }
        catch
        {
            if (server is not null)
                await server.DisposeAsync();
            else
                OneAtATime.Release();
            throw;
        }
    }

    /// <inheritdoc/>
    protected override async ValueTask EndAsync()
    {
        try
        {
            if (_workload is not null)
                await _workload.DisposeAsync();
            await PutBackAsync();
            await _logins.DropAllAsync();
        }
        finally
        {
            OneAtATime.Release();
        }
    }

    private async Task PutBackAsync()
    {
        await using var configurator = await SqlServerConfigurator.ConnectAsync(
            Administrator,
            null,
            CancellationToken.None
        );
        foreach (var step in (await configurator.PlanBackAsync(_before.State, CancellationToken.None)).Steps)
            await configurator.ExecuteAsync(step, CancellationToken.None);
    }
}
