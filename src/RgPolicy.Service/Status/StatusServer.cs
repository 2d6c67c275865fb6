using System.Net.Sockets;
using Microsoft.Extensions.Logging;
using RgPolicy.Service.Logging;

namespace RgPolicy.Service.Status;

/// <summary>
/// Serves the loop's status on a Unix socket (mode 0660): one line of JSON in, one JSON document out, connection closed. A
/// service whose socket cannot be made goes on without it and says so.
/// </summary>
public sealed class StatusServer : IAsyncDisposable
{
    private const UnixFileMode Mode =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.GroupWrite;

    private const UnixFileMode DirectoryMode =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | UnixFileMode.GroupRead | UnixFileMode.GroupExecute;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly Socket _socket;
    private readonly string _path;
    private readonly StatusDesk _desk;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _ending = new();
    private readonly Task _serving;

    private StatusServer(Socket socket, string path, StatusDesk desk, TimeProvider time)
    {
        _socket = socket;
        _path = path;
        _desk = desk;
        _time = time;
        _serving = ServeAsync();
    }

    /// <summary>Starts serving; null when the socket cannot be made or another service holds it.</summary>
    public static StatusServer? TryStart(string path, StatusDesk desk, TimeProvider time, ILogger logger)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            MakeDirectory(Path.GetDirectoryName(path) ?? "/");
            if (IsServed(path))
            {
                logger.StatusNotServed(path, "another service is running there; name another place with --status-socket.");
                socket.Dispose();
                return null;
            }

            File.Delete(path);
            socket.Bind(new UnixDomainSocketEndPoint(path));
            Restrict(path);
            socket.Listen(8);
            return new StatusServer(socket, path, desk, time);
        }
        catch (Exception failure) when (failure is SocketException or IOException or UnauthorizedAccessException or ArgumentException)
        {
            logger.StatusNotServed(path, failure.Message);
            socket.Dispose();
            return null;
        }
    }

    /// <summary>Stops serving and removes the socket.</summary>
    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync();
        _socket.Dispose();
        await _serving;
        File.Delete(_path);
        _ending.Dispose();
    }

    private static void MakeDirectory(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(path);
        }
        else
        {
            Directory.CreateDirectory(path, DirectoryMode);
        }
    }

    private static void Restrict(string path)
    {
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, Mode);
        }
    }

    private static bool IsServed(string path)
    {
        if (!File.Exists(path))
        {
            return false;
        }

        using var probe = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            probe.Connect(new UnixDomainSocketEndPoint(path));
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private async Task ServeAsync()
    {
        while (!_ending.IsCancellationRequested)
        {
            try
            {
                using var client = await _socket.AcceptAsync(_ending.Token);
                await AnswerAsync(client);
            }
            catch (Exception failure) when (failure is SocketException or IOException or OperationCanceledException or ObjectDisposedException)
            {
                // One client's trouble, or the end: the loop's condition tells them apart.
            }
        }
    }

    private async Task AnswerAsync(Socket client)
    {
        using var late = new CancellationTokenSource(Patience, _time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(late.Token, _ending.Token);
        await using var stream = new NetworkStream(client, ownsSocket: false);
        var answer = StatusQuestionLine.Parse(await StatusQuestionLine.ReadAsync(stream, both.Token)) is { } question
            ? await _desk.AskAsync(question, both.Token)
            : """{"error":"The question was not understood: ask with rgp status or rgp why of the same version."}"""u8.ToArray();
        await stream.WriteAsync(answer, both.Token);
    }
}
