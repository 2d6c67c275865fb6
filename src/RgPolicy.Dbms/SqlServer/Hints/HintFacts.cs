namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>A hint as plans and drift show it.</summary>
/// <param name="Hint">The hint.</param>
/// <param name="QueryHash">The statement's fingerprint.</param>
/// <param name="Class">The class that asked for it; null where RgPolicy did not set it.</param>
internal sealed record HintFacts(string Hint, string QueryHash, string? Class);
