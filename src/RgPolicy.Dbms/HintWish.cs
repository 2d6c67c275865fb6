namespace RgPolicy.Dbms;

/// <summary>What is wanted for later executions of a statement.</summary>
/// <param name="Database">The database.</param>
/// <param name="Fingerprint">The statement's fingerprint.</param>
/// <param name="Hint">The hint, or null where there is to be none.</param>
/// <param name="Class">The class that asks for it.</param>
public sealed record HintWish(string Database, string Fingerprint, string? Hint, string Class);
