using System.Net.Sockets;
using System.Text.Json;

namespace RgPolicy.Service.Status;

/// <summary>Asks a running service.</summary>
public static class StatusClient
{
    private static readonly TimeSpan Breath = TimeSpan.FromMilliseconds(20);

    private const int MaximumAnswer = 64 * 1024 * 1024;

    /// <summary>One question, one document.</summary>
    /// <returns>The document, which the caller disposes of, or why there is none.</returns>
    public static async Task<(JsonDocument? Document, string? Error)> AskAsync(
        string path, StatusQuestion question, TimeSpan patience, CancellationToken cancellationToken)
    {
        using var late = new CancellationTokenSource(patience);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(late.Token, cancellationToken);
        try
        {
            using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
            await ConnectAsync(socket, path, both.Token);
            await using var stream = new NetworkStream(socket, ownsSocket: false);
            await stream.WriteAsync(StatusQuestionLine.Write(question), both.Token);
            return (JsonDocument.Parse(await ReadAsync(stream, both.Token)), null);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return (null, $"The service at {path} does not answer.");
        }
        catch (Exception failure) when (failure is SocketException or IOException or JsonException or ArgumentException)
        {
            return (null, failure is SocketException { SocketErrorCode: SocketError.AccessDenied }
                ? $"No permission for {path}: ask as the user that runs the service, or as root."
                : $"No service answers at {path}.");
        }
    }

    /// <summary>Waits where too many others wait too.</summary>
    private static async Task ConnectAsync(Socket socket, string path, CancellationToken cancellationToken)
    {
        while (true)
        {
            try
            {
                await socket.ConnectAsync(new UnixDomainSocketEndPoint(path), cancellationToken);
                return;
            }
            catch (SocketException full) when (full.SocketErrorCode is SocketError.WouldBlock or SocketError.TryAgain)
            {
                await Task.Delay(Breath, cancellationToken);
            }
        }
    }

    private static async Task<byte[]> ReadAsync(Stream stream, CancellationToken cancellationToken)
    {
        using var answer = new MemoryStream();
        var buffer = new byte[16 * 1024];
        while (answer.Length < MaximumAnswer)
        {
            var read = await stream.ReadAsync(buffer, cancellationToken);
            if (read == 0)
            {
                break;
            }

            answer.Write(buffer, 0, read);
        }

        return answer.ToArray();
    }
}
