namespace RgPolicy.Sidecar.Servers;

/// <summary>The DBMS's main process at this moment.</summary>
/// <param name="ProcessId">The process.</param>
/// <param name="StartTime">When it started, in clock ticks after boot.</param>
/// <param name="UserId">Its user.</param>
internal readonly record struct Postmaster(int ProcessId, ulong StartTime, int UserId);
