using System.IO.Pipes;
using System.Net.Sockets;
using RgPolicy.Service.Control;

namespace RgPolicy.Service.Status.Transport;

/// <summary>Which transport an address means.</summary>
internal static class StatusTransport
{
    /// <summary>A pipe for a pipe's address on Windows; else a Unix socket.</summary>
    public static IStatusTransport Of(string address) =>
        OperatingSystem.IsWindows() && StatusPipe.NameOf(address) is { } name
            ? new PipeTransport(name, new WindowsPipeGuard())
            : new SocketTransport(address, ProcessUser.Read(FileRoot.Machine, Environment.ProcessId) ?? -1);
}

/// <summary>A place that is held; disposing gives it up.</summary>
internal interface IStatusListener : IDisposable
{
    Task<IStatusConnection> AcceptAsync(CancellationToken cancellationToken);

    /// <summary>Takes the place anew where it was removed.</summary>
    /// <returns>Whether it was gone.</returns>
    bool ListenAgainWhereRemoved();
}

/// <summary>One asker's connection.</summary>
internal interface IStatusConnection : IDisposable
{
    /// <summary>What is said over it.</summary>
    Stream Stream { get; }

    /// <summary>Who asks, by the system's word; null where it does not tell. Valid once something was read: a pipe
    /// knows only then.</summary>
    StatusAsker? Asker();
}

/// <summary>One asker at a pipe.</summary>
internal sealed class PipeConnection(NamedPipeServerStream pipe, IPipeGuard guard) : IStatusConnection
{
    public Stream Stream => pipe;

    public StatusAsker? Asker() => guard.AskerOf(pipe);

    public void Dispose() => pipe.Dispose();
}

/// <summary>One asker at a Unix socket.</summary>
internal sealed class SocketConnection(Socket socket, int? ownUser) : IStatusConnection
{
    public Stream Stream { get; } = new NetworkStream(socket, ownsSocket: true);

    public StatusAsker? Asker() =>
        PeerCredentials.Of(socket) is { } peer ? new StatusAsker(peer.ToString(), peer.MayOperate(ownUser)) : null;

    public void Dispose() => Stream.Dispose();
}

/// <summary>Who may do what at a pipe, and what Windows says of its two ends.</summary>
internal interface IPipeGuard
{
    /// <summary>Makes an instance that only the service's own account may make more of.</summary>
    /// <param name="name">The pipe.</param>
    /// <param name="isFirst">Whether it must be the first of this name, so that no other process can have answered
    /// before.</param>
    /// <exception cref="UnauthorizedAccessException">It is not the first, or another account has made
    /// the first.</exception>
    /// <exception cref="IOException">It cannot be made.</exception>
    NamedPipeServerStream Create(string name, bool isFirst);

    /// <summary>Who is at the other end, once something was read from it; null where Windows does not tell.</summary>
    StatusAsker? AskerOf(NamedPipeServerStream pipe);

    /// <summary>The owner of the pipe when that is not a user who may run the service; null when all is well.</summary>
    string? ImpostorAt(NamedPipeClientStream pipe);
}

/// <summary>Who asks a service.</summary>
/// <param name="Name">As a log names it.</param>
/// <param name="IsOperator">Whether it may give orders; all others only read.</param>
internal sealed record StatusAsker(string Name, bool IsOperator);
