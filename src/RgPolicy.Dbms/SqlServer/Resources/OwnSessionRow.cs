namespace RgPolicy.Dbms.SqlServer.Resources;

/// <summary>One of RgPolicy's own sessions, as the server counts it.</summary>
/// <param name="SessionId">The session's number, which another one has after its end.</param>
/// <param name="Began">When it began, by the server's local clock; with the number it names the session.</param>
/// <param name="Cpu">Processor time of what it has executed.</param>
internal readonly record struct OwnSessionRow(int SessionId, DateTime Began, TimeSpan Cpu);
