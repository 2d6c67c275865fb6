using System.IO.Pipes;

namespace RgPolicy.Service.Status.Transport;

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
