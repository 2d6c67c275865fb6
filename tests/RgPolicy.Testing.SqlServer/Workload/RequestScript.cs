namespace RgPolicy.Testing.SqlServer.Workload;

/// <summary>When a session executes a statement, and what that takes.</summary>
/// <param name="Query">The statement.</param>
/// <param name="At">When it begins for the first time, seconds after the start.</param>
/// <param name="Duration">How long it runs, seconds.</param>
/// <param name="Every">How long until it begins again, seconds; 0 is never.</param>
/// <param name="BlockedBy">The name of the session whose lock it waits for; empty for none.</param>
/// <param name="CpuPerSecond">Milliseconds of CPU in a second.</param>
/// <param name="ReadsPerSecond">Pages read in a second.</param>
internal sealed record RequestScript(
    QueryRow Query,
    double At,
    double Duration,
    double Every,
    string BlockedBy,
    double CpuPerSecond,
    double ReadsPerSecond
)
{
    /// <summary>The command that the request shows; empty for that of its statement.</summary>
    public string Command { get; init; } = "";

    /// <summary>What it waits for; empty for nothing.</summary>
    public string Wait { get; init; } = "";

    /// <summary>The log that its transaction has used.</summary>
    public double LogMegabytes { get; init; }

    /// <summary>Service Broker activated the procedure that runs it.</summary>
    public bool IsActivated { get; init; }

    /// <summary>When the execution that runs at a time began, or null when none runs.</summary>
    public double? BeganAt(double now)
    {
        if (now < At)
            return null;
        var began = Every > 0 ? At + Math.Floor((now - At) / Every) * Every : At;
        return now < began + Duration ? began : null;
    }

    /// <summary>How many executions have ended.</summary>
    public long EndedBefore(double now) =>
        now < At + Duration ? 0
        : Every > 0 ? 1 + (long)((now - At - Duration) / Every)
        : 1;
}
