using RgPolicy.Testing.SqlServer.Running;
using RgPolicy.Testing.SqlServer.Tds;
using RgPolicy.Testing.SqlServer.Workload;

namespace RgPolicy.Testing.SqlServer;

/// <summary>
/// A SQL Server as far as these tests need one: it speaks TDS on loopback to the real driver, keeps
/// Resource Governor's catalog by its documented rules, plays a scenario's requests, and fails where it is told to.
/// </summary>
internal sealed class ScriptedServer : IAsyncDisposable
{
    /// <summary>The password of <c>sa</c>.</summary>
    public const string Password = "Standin!Passw0rd";

    private readonly ServerState _state;
    private readonly TdsEndpoint _endpoint;

    private ScriptedServer(ServerState state) =>
        (_state, _endpoint) = (state, new TdsEndpoint(new LoginHandler(state)));

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

    /// <summary>The sessions of Extended Events that run.</summary>
    public IReadOnlyList<string> EventSessions
    {
        get
        {
            lock (_state.Gate)
                return [.. _state.Events.Running];
        }
    }

    /// <summary>What the target of a session of Extended Events holds from now on.</summary>
    public void Hold(string eventSession, string xml)
    {
        lock (_state.Gate)
            _state.Events.Hold(eventSession, xml);
    }

    /// <summary>Puts it into these availability groups, and out of all others.</summary>
    public void Join(params ScriptedGroup[] groups)
    {
        lock (_state.Gate)
            _state.Groups = groups;
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _endpoint.DisposeAsync();
}
