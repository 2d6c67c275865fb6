namespace RgPolicy.Engine.Observe;

/// <summary>One process that waits for a lock of another.</summary>
/// <param name="Waiter">The process that waits: a backend, the leader of a waiting parallel worker, or any other
/// process of the server.</param>
/// <param name="Blocker">The backend that it waits for.</param>
/// <param name="IsAdvisory">The lock means nothing to the server: any session may take it or wait for it.</param>
public readonly record struct LockWait(int Waiter, int Blocker, bool IsAdvisory);
