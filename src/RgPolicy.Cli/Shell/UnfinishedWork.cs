namespace RgPolicy.Cli.Shell;

/// <summary>Work that must come to its own end although the command was interrupted: putting back what was there before.</summary>
internal sealed class UnfinishedWork
{
    private int _count;

    /// <summary>True while there is such work.</summary>
    public bool IsThere => Volatile.Read(ref _count) > 0;

    /// <summary>Does such work.</summary>
    /// <returns>What it gives.</returns>
    public async Task<TResult> RunAsync<TResult>(Func<Task<TResult>> work)
    {
        Interlocked.Increment(ref _count);
        try
        {
            return await work();
        }
        finally
        {
            Interlocked.Decrement(ref _count);
        }
    }
}
