namespace RgPolicy.Cli.Tests;

/// <summary>An input that never comes, or ends late, and ignores cancellation; Ctrl-C is pressed as
/// soon as it is read.</summary>
internal sealed class StuckStream(CancellationTokenSource interrupt, TimeSpan? endsAfter = null) : MemoryStream
{
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Completes with the input.</summary>
    public Task Ended => _ended.Task;

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        await interrupt.CancelAsync();
        await Task.Delay(endsAfter ?? Timeout.InfiniteTimeSpan, CancellationToken.None);
        _ended.TrySetResult();
        return 0;
    }
}
