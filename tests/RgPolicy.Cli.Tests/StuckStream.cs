namespace RgPolicy.Cli.Tests;

/// <summary>An input that never comes and ignores cancellation; Ctrl-C is pressed as soon as it is read.</summary>
internal sealed class StuckStream(CancellationTokenSource interrupt) : MemoryStream
{
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        await interrupt.CancelAsync();
        await Task.Delay(Timeout.InfiniteTimeSpan, CancellationToken.None);
        return 0;
    }
}
