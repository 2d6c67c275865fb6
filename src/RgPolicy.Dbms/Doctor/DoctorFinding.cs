namespace RgPolicy.Dbms;

/// <summary>One thing that was checked on a server.</summary>
/// <param name="Id">A stable name, such as <c>pg.read-all-stats</c>.</param>
/// <param name="State">How it turned out.</param>
/// <param name="Message">What was found.</param>
/// <param name="Lost">What is lost by it; empty when nothing is.</param>
/// <param name="Fix">What fixes it, to be pasted as it is: statements, and words behind <c>--</c>; empty when there is
/// nothing to fix.</param>
internal sealed record DoctorFinding(string Id, DoctorState State, string Message, string Lost, string Fix)
{
    /// <summary>The server's main process on this host and the file that names it, where the server tells them.</summary>
    public (int ProcessId, string PidFile)? Server { get; init; }

    internal static DoctorFinding Ok(string id, string message) => new(id, DoctorState.Ok, message, "", "");

    internal static DoctorFinding Lacks(string id, string message, string lost, string fix) =>
        new(id, DoctorState.Warning, message, lost, fix);

    /// <summary>The server cannot be observed without it.</summary>
    internal static DoctorFinding Missing(string id, string message, string lost, string fix) =>
        new(id, DoctorState.Missing, message, lost, fix);
}

/// <summary>How a finding of the check turned out.</summary>
internal enum DoctorState
{
    Ok,

    /// <summary>RgPolicy works, and something is lost.</summary>
    Warning,

    /// <summary>RgPolicy cannot observe this server.</summary>
    Missing,
}
