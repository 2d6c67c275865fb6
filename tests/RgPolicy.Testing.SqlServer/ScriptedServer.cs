using RgPolicy.Testing.SqlServer.Running;
using RgPolicy.Testing.SqlServer.Tds;
using RgPolicy.Testing.SqlServer.Workload;

namespace RgPolicy.Testing.SqlServer;

/// <summary>
/// A SQL Server as far as these tests need one: it speaks TDS on loopback to the real driver, keeps
/// Resource Governor's catalog by its documented rules, plays a scenario's requests, and fails where it is told to.
/// </summary>
public sealed class ScriptedServer : IAsyncDisposable
{
    /// <summary>The password of <c>sa</c>.</summary>
    public const string Password = "Standin!Passw0rd";

    private readonly ServerState _state;
    private readonly TdsEndpoint _endpoint;

    private ScriptedServer(ServerState state) => (_state, _endpoint) = (state, new TdsEndpoint(new LoginDesk(state)));

    /// <summary>Where it listens, on 127.0.0.1.</summary>
    public int Port => _endpoint.Port;

    /// <summary>Batches that it could not make sense of; empty when all is well.</summary>
    public IReadOnlyList<string> NotUnderstood
    {
        get
        {
            lock (_state.Gate)
                return [.. _state.NotUnderstood];
        }
    }

    /// <summary>Starts one.</summary>
    public static ScriptedServer Start(ScriptedServerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return new ScriptedServer(
            new ServerState(options, options.Scenario is { } file ? Scenario.Read(file) : new Scenario())
        );
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _endpoint.DisposeAsync();
}
