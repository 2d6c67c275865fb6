namespace RgPolicy.Service.Policies;

/// <summary>A changed policy that is read beside the loop: given up when it takes too long, or when a
/// newer file is there.</summary>
internal sealed class PolicyReading
{
    /// <summary>Longer than this no policy is checked.</summary>
    public static readonly TimeSpan Longest = TimeSpan.FromSeconds(30);

    private readonly TimeProvider _time;
    private readonly long _began;
    private readonly Action _giveUp;
    private readonly Task<PolicyChange> _task;

    public PolicyReading(Func<CancellationToken, PolicyChange> read, TimeProvider time)
    {
        (_time, _began) = (time, time.GetTimestamp());
        var end = new CancellationTokenSource(); // Collected with the task, which may outlive this.
        var token = end.Token;
        _giveUp = end.Cancel;
        _task = Task.Run(() => Read(read, token), CancellationToken.None);
    }

    /// <summary>True when there is something to take: the change, or that it took too long.</summary>
    public bool IsOver => _task.IsCompleted || _time.GetElapsedTime(_began) > Longest;

    /// <summary>What was read, or why nothing was.</summary>
    public async Task<PolicyChange> TakeAsync()
    {
        if (_task.IsCompleted)
            return await _task;

        GiveUp();
        return PolicyChange.Refused(TooLong);
    }

    /// <summary>It is not waited for any more.</summary>
    public void GiveUp() => _giveUp();

    private static string TooLong =>
        Invariant(
            $"The policy was not checked within {Longest.TotalSeconds} s, so it is not taken over: make it smaller."
        );

    private static PolicyChange Read(Func<CancellationToken, PolicyChange> read, CancellationToken token)
    {
        try
        {
            return read(token);
        }
        catch (OperationCanceledException)
        {
            return PolicyChange.Refused(TooLong);
        }
        catch (Exception failure)
        {
            return PolicyChange.Refused(
                "The policy could not be compared with the one in force, which is a fault of this program: "
                    + $"{failure.Message}"
            );
        }
    }
}
