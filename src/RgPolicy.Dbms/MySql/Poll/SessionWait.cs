namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>One session that waits for a lock of another.</summary>
/// <param name="Waiter">The session that waits.</param>
/// <param name="Blocker">The session that it waits for.</param>
/// <param name="IsAdvisory">The lock is one of GET_LOCK, which means nothing to the server.</param>
internal readonly record struct SessionWait(int Waiter, int Blocker, bool IsAdvisory = false);
