namespace RgPolicy.Sidecar.Moving;

/// <summary>A process in a pool. A reference type: collections of such share their code, which keeps
/// the program small.</summary>
/// <param name="Id">Its number.</param>
/// <param name="Pool">The pool.</param>
/// <param name="StartTime">When it started: with the number that names it for good.</param>
/// <param name="MayWaitForReads">Whether the pool's limit of reads is for it.</param>
internal sealed record MovedProcess(int Id, int Pool, ulong StartTime, bool MayWaitForReads);
