using System.Net.Sockets;
using Microsoft.Extensions.Logging;
using RgPolicy.Host.Facts;
using RgPolicy.Service.Control;
using RgPolicy.Service.Logging;

namespace RgPolicy.Service.Status;

/// <summary>
/// Serves the loop's status on a Unix socket (mode 0660): one line of JSON in, one document out, connection closed. Who may
/// open the socket may read; only root and the service's own user may give orders. A service whose socket cannot be made goes on
/// without it and says so.
/// </summary>
public sealed class StatusServer : IAsyncDisposable
{
    private const UnixFileMode Mode =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.GroupWrite;

    private const UnixFileMode DirectoryMode =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | UnixFileMode.GroupRead | UnixFileMode.GroupExecute;

    private const int AtOnce = 16;
    private const int Backlog = 128;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private static readonly TimeSpan Breath = TimeSpan.FromMilliseconds(20);

    // Somebody may have tidied up the directory.
    private static readonly TimeSpan LookInterval = TimeSpan.FromSeconds(5);

    // A large policy is read for some seconds.
    private static readonly TimeSpan OrderPatience = TimeSpan.FromSeconds(60);

    private readonly string _path;
    private readonly StatusDesk _desk;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly int? _ownUser = ProcessUser.Read(FileRoot.Machine, Environment.ProcessId);
    private readonly SemaphoreSlim _places = new(AtOnce);
    private readonly CancellationTokenSource _ending = new();
    private readonly Task _serving;
    private readonly ITimer _look;
    private volatile Socket _socket;

    private StatusServer(Socket socket, string path, StatusDesk desk, TimeProvider time, ILogger logger)
    {
        _socket = socket;
        _path = path;
        _desk = desk;
        _time = time;
        _logger = logger;
        _serving = ServeAsync();
        _look = time.CreateTimer(_ => ListenAgainWhereRemoved(), null, LookInterval, LookInterval);
    }

    /// <summary>Starts serving; null when the socket cannot be made or another service holds it.</summary>
    public static StatusServer? TryStart(string path, StatusDesk desk, TimeProvider time, ILogger logger)
    {
        try
        {
            if (IsServed(path))
            {
                logger.StatusNotServed(path, "another service is running there; name another place with --status-socket.");
                return null;
            }

            return new StatusServer(Listen(path), path, desk, time, logger);
        }
        catch (Exception failure) when (failure is SocketException or IOException or UnauthorizedAccessException or ArgumentException)
        {
            logger.StatusNotServed(path, failure.Message);
            return null;
        }
    }

    /// <summary>Stops serving and removes the socket.</summary>
    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync();
        await _look.DisposeAsync();
        _socket.Dispose();
        await _serving;
        for (var place = 0; place < AtOnce; place++)
        {
            await _places.WaitAsync();
        }

        File.Delete(_path);
        _places.Dispose();
        _ending.Dispose();
    }

    private static Socket Listen(string path)
    {
        MakeDirectory(Path.GetDirectoryName(path) ?? "/");
        File.Delete(path);
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.Bind(new UnixDomainSocketEndPoint(path));
            Restrict(path);
            socket.Listen(Backlog);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>A socket whose file is gone can be reached by nobody: another one takes its place.</summary>
    private void ListenAgainWhereRemoved()
    {
        if (File.Exists(_path) || _ending.IsCancellationRequested)
        {
            return;
        }

        try
        {
            // In this order: closing a socket removes whatever file has its name.
            _socket.Dispose();
            _socket = Listen(_path);
            _logger.StatusServedAgain(_path);
        }
        catch (Exception failure) when (failure is SocketException or IOException or UnauthorizedAccessException)
        {
            _logger.StatusNotServed(_path, failure.Message);
        }
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
                await _places.WaitAsync(_ending.Token);
                var answered = false;
                try
                {
                    _ = AnswerAsync(await _socket.AcceptAsync(_ending.Token));
                    answered = true;
                }
                finally
                {
                    if (!answered)
                    {
                        _places.Release();
                    }
                }
            }
            catch (Exception failure) when (failure is SocketException or OperationCanceledException or ObjectDisposedException)
            {
                // One client's trouble, the end, or a socket that is being made anew.
                await Task.Delay(Breath, CancellationToken.None);
            }
        }
    }

    private async Task AnswerAsync(Socket client)
    {
        try
        {
            using var mine = client;
            using var late = new CancellationTokenSource(Patience, _time);
            using var both = CancellationTokenSource.CreateLinkedTokenSource(late.Token, _ending.Token);
            await using var stream = new NetworkStream(mine, ownsSocket: false);
            var question = StatusQuestionLine.Parse(await StatusQuestionLine.ReadAsync(stream, both.Token));
            if (question is { IsOrder: true })
            {
                late.CancelAfter(OrderPatience);
            }

            await stream.WriteAsync(await AnswerAsync(question, PeerCredentials.Of(mine), both.Token), both.Token);
        }
        catch (Exception failure) when (failure is SocketException or IOException or OperationCanceledException or ObjectDisposedException)
        {
            // One client's trouble: nobody is left to tell.
        }
        finally
        {
            _places.Release();
        }
    }

    private async Task<byte[]> AnswerAsync(StatusQuestion? question, PeerCredentials? peer, CancellationToken cancellationToken)
    {
        if (question is null)
        {
            return """{"error":"The question was not understood: ask with rgp of the same version."}"""u8.ToArray();
        }

        var by = peer?.ToString() ?? "somebody";
        if (question.IsOrder && peer?.MayOperate(_ownUser) != true)
        {
            _logger.OrderRefused(by, question.Kind.ToString());
            return """{"error":"Only root and the user that runs the service may order this: use sudo."}"""u8.ToArray();
        }

        return await _desk.AskAsync(question with { By = by }, cancellationToken);
    }
}
