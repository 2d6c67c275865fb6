namespace RgPolicy.Dbms;

/// <remarks><c>Id</c>: a stable name, such as <c>pg.read-all-stats</c>. <c>Lost</c>: what is lost by it; empty when
/// nothing is. <c>Fix</c>: what fixes it, to be pasted as it is: statements, and words behind <c>--</c>; empty when
/// there is nothing to fix.</remarks>
internal sealed record DoctorFinding(string Id, DoctorState State, string Message, string Lost, string Fix)
{
    /// <summary>The server's main process on this host and the file that names it, where the server tells them.</summary>
    public (int ProcessId, string PidFile)? Server { get; init; }

    internal static DoctorFinding Ok(string id, string message) => new(id, DoctorState.Ok, message, "", "");

    internal static DoctorFinding Check(string id, bool isOk, string ok, string message, string lost, string fix) =>
        isOk ? Ok(id, ok) : Lacks(id, message, lost, fix);

    /// <summary>The server cannot be observed where it is not so.</summary>
    internal static DoctorFinding Require(string id, bool isOk, string ok, string message, string lost, string fix) =>
        isOk ? Ok(id, ok) : Missing(id, message, lost, fix);

    internal static DoctorFinding Lacks(string id, string message, string lost, string fix) =>
        new(id, DoctorState.Warning, message, lost, fix);

    /// <summary>The server cannot be observed without it.</summary>
    internal static DoctorFinding Missing(string id, string message, string lost, string fix) =>
        new(id, DoctorState.Missing, message, lost, fix);
}

internal enum DoctorState
{
    Ok,
    Warning,
    Missing,
}
