using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Testing.SqlServer.Servers;

/// <summary>A SQL Server for one test.</summary>
internal abstract class TestServer : IAsyncDisposable
{
    /// <summary>The administrator's connection.</summary>
    public abstract SqlServerConnectionOptions Administrator { get; }

    /// <summary>The administrator's password.</summary>
    public virtual string AdministratorPassword => ScriptedServer.Password;

    /// <summary>Batches that could not be made sense of; empty when all is well.</summary>
    public abstract IReadOnlyList<string> NotUnderstood { get; }

    /// <summary>Starts one.</summary>
    /// <param name="release">The release's year; a server that is given is what it is.</param>
    /// <param name="edition">enterprise, standard ...; a server that is given is what it is.</param>
    /// <param name="setup">What is to be found on it.</param>
    public static async Task<TestServer> StartAsync(int release, string edition, ServerSetup? setup = null)
    {
        setup ??= new ServerSetup();
        if (ServerChoice.Given is { } given)
            return await GivenServer.BeginAsync(given, setup);
        return StandInPlace.Folder is null
            ? LoopbackServer.Begin(release, edition, setup)
            : await StandInServer.BeginAsync(release, edition, setup);
    }

    /// <summary>The connection of a login.</summary>
    public SqlServerConnectionOptions As(string login, string password) =>
        (Administrator with { User = login }).WithPassword(password);

    /// <summary>Runs a batch as the administrator, as any other would.</summary>
    public Task RunAsync(string sql) => RunAsync(sql, isLastOfItsSession: false);

    /// <summary>What a query returns in its first column, as the administrator sees it.</summary>
    public async Task<IReadOnlyList<string>> TextsAsync(string database, string query)
    {
        await using var link = new SqlServerLink(Administrator, LinkSettings.Configure with { Application = "looks" });
        await link.ReopenAsync(CancellationToken.None);
        await link.ExecuteAsync($"USE [{database}]", CancellationToken.None);
        return await link.QueryAsync(query, row => row.GetString(0), CancellationToken.None);
    }

    /// <summary>Lets something go wrong: a command of the stand-in's.</summary>
    public Task FaultAsync(string command) =>
        RunAsync(
            "EXEC standin_fault N'" + command.Replace("'", "''", StringComparison.Ordinal) + "'",
            isLastOfItsSession: true
        );

    /// <summary>Ends it. What it did not understand is a finding, in any test: the batch is wrong, or the server's
    /// limit has to be named.</summary>
    public async ValueTask DisposeAsync()
    {
        var notUnderstood = NotUnderstood;
        await EndAsync();
        GC.SuppressFinalize(this);
        if (notUnderstood.Count > 0)
            throw new InvalidOperationException("the server did not understand: " + string.Join('\n', notUnderstood));
    }

    /// <summary>Ends it.</summary>
    protected abstract ValueTask EndAsync();

    private async Task RunAsync(string sql, bool isLastOfItsSession)
    {
        await using var link = new SqlServerLink(
            Administrator,
            LinkSettings.Configure with
            {
                Application = "somebody",
            }
        );
        await link.ReopenAsync(CancellationToken.None);
        try
        {
            await link.ExecuteAsync(sql, CancellationToken.None);
        }
        catch (ConfigureException e) when (e.IsLost && isLastOfItsSession)
        {
            // That is what was asked for.
        }
    }
}
