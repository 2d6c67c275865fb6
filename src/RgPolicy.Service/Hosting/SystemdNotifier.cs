using System.Net.Sockets;

namespace RgPolicy.Service.Hosting;

/// <summary>The protocol of sd_notify(3): datagrams to the socket in NOTIFY_SOCKET; nothing is sent
/// where there is none.</summary>
/// <param name="environmentVariable">Reads the environment.</param>
/// <param name="processId">This process: a watchdog may be meant for another one.</param>
internal sealed class SystemdNotifier(Func<string, string?> environmentVariable, int processId) : INotifier
{
    private readonly string? _path =
        environmentVariable("NOTIFY_SOCKET") is { Length: > 1 } path && path[0] is '/' or '@' ? path : null;

    /// <inheritdoc/>
    public TimeSpan? WatchdogInterval { get; } = Interval(environmentVariable, processId);

    /// <inheritdoc/>
    public void Notify(string lines)
    {
        if (_path is null)
            return;

        try
        {
            using var socket = new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
            // An address that begins with @ is abstract: its first byte is 0.
            socket.Connect(new UnixDomainSocketEndPoint(_path[0] == '@' ? "\0" + _path[1..] : _path));
            socket.Send(Encoding.UTF8.GetBytes(lines));
        }
        catch (SocketException)
        {
            // The manager is gone or does not listen: there is nothing else to tell.
        }
    }

    private static TimeSpan? Interval(Func<string, string?> environmentVariable, int processId)
    {
        var isMeant =
            environmentVariable("WATCHDOG_PID") is not { Length: > 0 } meant
            || string.Equals(meant, processId.ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal);
        return
            isMeant
            && long.TryParse(
                environmentVariable("WATCHDOG_USEC"),
                NumberStyles.None,
                CultureInfo.InvariantCulture,
                out var microseconds
            )
            && microseconds > 0
            ? TimeSpan.FromMicroseconds(microseconds)
            : null;
    }
}

/// <summary>Tells the service manager how the service is.</summary>
internal interface INotifier
{
    /// <summary>How often it wants a sign of life; null when it wants none.</summary>
    TimeSpan? WatchdogInterval { get; }

    /// <summary>Sends lines such as <c>READY=1</c> or <c>STATUS=...</c>; there may be no listener.</summary>
    void Notify(string lines);
}
