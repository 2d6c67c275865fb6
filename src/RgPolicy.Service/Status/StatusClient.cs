using System.Net.Sockets;
using System.Text.Json;
using RgPolicy.Service.Status.Transport;

namespace RgPolicy.Service.Status;

/// <summary>Asks a running service.</summary>
internal static class StatusClient
{
    private const int MaximumAnswer = 64 * 1024 * 1024;

    /// <summary>One question, one document.</summary>
    /// <returns>The document, which the caller disposes of, or why there is none.</returns>
    public static Task<(JsonDocument? Document, string? Error)> AskAsync(
        string address,
        StatusQuestion question,
        TimeSpan patience,
        CancellationToken cancellationToken
    ) => AskAsync(StatusTransport.Of(address), address, question, patience, cancellationToken);

    /// <inheritdoc cref="AskAsync(string, StatusQuestion, TimeSpan, CancellationToken)"/>
    internal static async Task<(JsonDocument? Document, string? Error)> AskAsync(
        IStatusTransport transport,
        string address,
        StatusQuestion question,
        TimeSpan patience,
        CancellationToken cancellationToken
    )
    {
        using var late = new CancellationTokenSource(patience);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(late.Token, cancellationToken);
        try
        {
            var (stream, refusal) = await transport.ConnectAsync(both.Token);
            if (stream is null)
                return (null, refusal);

            await using var mine = stream;
            await mine.WriteAsync(StatusQuestionLine.Write(question), both.Token);
            return (JsonDocument.Parse(await ReadAsync(mine, both.Token)), null);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return (null, $"The service at {address} does not answer.");
        }
        catch (Exception failure)
            when (failure is SocketException or IOException or TimeoutException or JsonException or ArgumentException)
        {
            return (null, $"No service answers at {address}.");
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
                break;

            answer.Write(buffer, 0, read);
        }

        return answer.ToArray();
    }
}
