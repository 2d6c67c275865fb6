namespace RgPolicy.MySqlConformance;

/// <summary>One thing that RgPolicy needs of a server.</summary>
internal sealed record Check(string Name, Func<TriedServer, CancellationToken, Task<Verdict>> Try);
