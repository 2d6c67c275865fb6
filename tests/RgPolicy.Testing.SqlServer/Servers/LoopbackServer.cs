using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Testing.SqlServer.Servers;

/// <summary>The small server that is part of the tests.</summary>
internal sealed class LoopbackServer : TestServer
{
    private const int FewestThreads = 32;

    private readonly ScriptedServer _server;

    private LoopbackServer(ScriptedServer server) => _server = server;

    /// <inheritdoc/>
    public override SqlServerConnectionOptions Administrator =>
        new SqlServerConnectionOptions
        {
            Host = "127.0.0.1",
            Port = _server.Port,
            User = "sa",
            Encrypts = false,
        }.WithPassword(ScriptedServer.Password);

    /// <inheritdoc/>
    public override IReadOnlyList<string> NotUnderstood => _server.NotUnderstood;

    /// <summary>Starts one.</summary>
    public static LoopbackServer Begin(int release, string edition, ServerSetup setup)
    {
        // Clients block threads of this process while they log in, and the server answers on such threads: with as few
        // as there are processors everybody waits for everybody.
        ThreadPool.GetMinThreads(out var workers, out var completions);
        ThreadPool.SetMinThreads(Math.Max(workers, FewestThreads), completions);
        return new(
            ScriptedServer.Start(
                new ScriptedServerOptions
                {
                    Release = release,
                    Edition = edition,
                    Logins = setup.Logins,
                    Scenario = setup.ScenarioFile,
                }
            )
        );
    }

    /// <inheritdoc/>
    protected override ValueTask EndAsync() => _server.DisposeAsync();
}
