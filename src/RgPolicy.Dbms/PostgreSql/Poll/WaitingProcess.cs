namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>A process that waits for a lock.</summary>
/// <param name="ProcessId">The process.</param>
/// <param name="Backend">Whose work it does: its leader where it is a parallel worker, else itself.</param>
/// <param name="IsAdvisory">The lock is an advisory one.</param>
internal readonly record struct WaitingProcess(int ProcessId, int Backend, bool IsAdvisory);
