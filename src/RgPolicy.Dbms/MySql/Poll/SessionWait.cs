namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>One session that waits for a lock of another.</summary>
/// <param name="Waiter">Who waits.</param>
/// <param name="Blocker">For whom.</param>
internal readonly record struct SessionWait(int Waiter, int Blocker);
