namespace RgPolicy.Cli.Shell;

/// <summary>Work that must come to its own end although the command was interrupted: putting back what
/// was there before.</summary>
internal sealed class UnfinishedWork
{
    private int _count;
    private volatile bool _endsByInterrupt;

    /// <summary>True while there is such work.</summary>
    public bool IsThere => Volatile.Read(ref _count) > 0;

    /// <summary>True where being interrupted is how the work is meant to end, as a service's: its own
    /// exit code counts.</summary>
    public bool EndsByInterrupt => _endsByInterrupt;

    /// <summary>Does work that goes on until it is interrupted.</summary>
    /// <returns>What it gives.</returns>
    public Task<TResult> RunUntilInterruptAsync<TResult>(Func<Task<TResult>> work)
    {
        _endsByInterrupt = true;
        return work();
    }

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
