using System.Net.Sockets;
using System.Runtime.InteropServices;
using RgPolicy.Host.Facts;

namespace RgPolicy.Host.Client;

/// <summary>
/// How long an answer of the sidecar is waited for: the usual time, and as long again while its process
/// computes or is ready to run and has no processor for a fifth of that time; five times the usual time at most. One
/// that stands still is given up after the usual time.
/// </summary>
/// <param name="usual">The usual time.</param>
/// <param name="readNeed">
/// How long the threads of the process at the other end have computed or were ready to, since they
/// began; null where that is not known.
/// </param>
internal sealed class AnswerPatience(TimeSpan usual, Func<TimeSpan?> readNeed)
{
    /// <summary>The longest wait, in usual times.</summary>
    public const int MostTimes = 5;

    private const int ShareOfNeed = 5;

    /// <summary>That of a connected socket: the kernel knows which process listens at its other end.</summary>
    public static AnswerPatience For(Socket socket, TimeSpan usual)
    {
        var peer = PeerOf(socket);
        return new AnswerPatience(
            usual,
            () => peer is { } process ? RunDelay.WithRunOf(FileRoot.Machine, process) : null
        );
    }

    /// <summary>Waits for an answer.</summary>
    /// <exception cref="TimeoutException">It did not come within the time.</exception>
    public async Task<byte[]> WaitAsync(Task<byte[]> answer, CancellationToken cancellationToken)
    {
        // Almost all answers come at once: nothing is read of the other process before half of the time is over.
        var half = usual / 2;
        for (var times = 1; !await ComesAsync(answer, half, cancellationToken).ConfigureAwait(false); times++)
        {
            var before = readNeed();
            if (await ComesAsync(answer, half, cancellationToken).ConfigureAwait(false))
                break;
            var isAtWork = readNeed() - before > half / ShareOfNeed;
            if (times == MostTimes || !isAtWork)
                throw new TimeoutException();
        }

        return await answer.ConfigureAwait(false);
    }

    private static async Task<bool> ComesAsync(Task<byte[]> answer, TimeSpan time, CancellationToken cancellationToken)
    {
        using var early = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        await Task.WhenAny(answer, Task.Delay(time, early.Token)).ConfigureAwait(false);
        await early.CancelAsync().ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        return answer.IsCompleted;
    }

    // SO_PEERCRED of Linux: the numbers of process, user and group, four bytes each.
    private static int? PeerOf(Socket socket)
    {
        const int Level = 1,
            PeerCredentials = 17;
        if (!OperatingSystem.IsLinux())
            return null;
        var credentials = new byte[3 * sizeof(int)];
        try
        {
            socket.GetRawSocketOption(Level, PeerCredentials, credentials);
        }
        catch (SocketException)
        {
            return null;
        }

        var process = MemoryMarshal.Read<int>(credentials);
        return process > 0 ? process : null;
    }
}
