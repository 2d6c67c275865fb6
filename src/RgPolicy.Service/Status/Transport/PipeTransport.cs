using System.IO.Pipes;
using System.Security.Principal;

namespace RgPolicy.Service.Status.Transport;

/// <summary>A named pipe of this machine.</summary>
internal sealed class PipeTransport(string name, IPipeGuard guard) : IStatusTransport
{
    // Windows does not tell a pipe that is busy from one that is not there yet.
    private static readonly TimeSpan ConnectPatience = TimeSpan.FromSeconds(2);

    public string WhoMayOrder =>
        "The service goes on as it is: only administrators and the account that runs it may order this. Use an "
        + "elevated prompt.";

    public IStatusListener Listen() => new PipeListener(name, guard);

    public async Task<(Stream? Stream, string? Refusal)> ConnectAsync(CancellationToken cancellationToken)
    {
        // The server of the pipe may learn who asks, but not act as the asker.
        var pipe = new NamedPipeClientStream(
            ".",
            name,
            PipeDirection.InOut,
            PipeOptions.Asynchronous,
            TokenImpersonationLevel.Identification
        );
        var isReached = false;
        try
        {
            await pipe.ConnectAsync(ConnectPatience, cancellationToken);
            var impostor = guard.ImpostorAt(pipe);
            isReached = impostor is null;
            return impostor is null
                ? (pipe, null)
                : (null, $"The pipe {name} belongs to {impostor}, who does not run RgPolicy: nothing was asked.");
        }
        catch (UnauthorizedAccessException)
        {
            return (null, $"No permission for the pipe {name}: ask on this machine, as a user who has logged on.");
        }
        finally
        {
            if (!isReached)
                await pipe.DisposeAsync();
        }
    }
}

/// <summary>How a service and its clients reach each other; what they say is the same over each transport.</summary>
internal interface IStatusTransport
{
    /// <summary>Who may give orders, in the words that those who may not are told.</summary>
    string WhoMayOrder { get; }

    /// <summary>Takes the place.</summary>
    /// <exception cref="IOException">Another service has it, or it cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be made.</exception>
    /// <exception cref="System.Net.Sockets.SocketException">It cannot be made.</exception>
    IStatusListener Listen();

    /// <summary>Reaches the service; nothing has been said yet.</summary>
    /// <returns>The connection, which the caller disposes of, or why this user has none.</returns>
    /// <exception cref="IOException">Nothing listens there.</exception>
    /// <exception cref="TimeoutException">Nothing listens there.</exception>
    /// <exception cref="System.Net.Sockets.SocketException">Nothing listens there.</exception>
    Task<(Stream? Stream, string? Refusal)> ConnectAsync(CancellationToken cancellationToken);
}

/// <summary>A named pipe. One instance always waits, so that its name is never free for another program.</summary>
internal sealed class PipeListener(string name, IPipeGuard guard) : IStatusListener
{
    private NamedPipeServerStream _waiting = First(name, guard);

    public async Task<IStatusConnection> AcceptAsync(CancellationToken cancellationToken)
    {
        var pipe = _waiting;
        try
        {
            await pipe.WaitForConnectionAsync(cancellationToken);
            _waiting = guard.Create(name, isFirst: false);
            return new PipeConnection(pipe, guard);
        }
        catch (Exception failure)
            when (failure is IOException or UnauthorizedAccessException or InvalidOperationException)
        {
            WaitAgain(pipe);
            throw;
        }
    }

    /// <summary>A pipe that is held cannot be removed.</summary>
    public bool ListenAgainWhereRemoved() => false;

    public void Dispose() => _waiting.Dispose();

    private static NamedPipeServerStream First(string name, IPipeGuard guard)
    {
        try
        {
            return guard.Create(name, isFirst: true);
        }
        catch (UnauthorizedAccessException taken)
        {
            throw new IOException(
                "another process has the pipe; name another place with --status-socket, or end that process.",
                taken
            );
        }
    }

    private void WaitAgain(NamedPipeServerStream pipe)
    {
        if (pipe.IsConnected)
        {
            pipe.Disconnect();
            return;
        }

        // The new one first: else the name would be free in between.
        _waiting = guard.Create(name, isFirst: false);
        pipe.Dispose();
    }
}
