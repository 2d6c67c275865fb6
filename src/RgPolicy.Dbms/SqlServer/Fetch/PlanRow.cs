namespace RgPolicy.Dbms.SqlServer.Fetch;

/// <summary>What the server gave for a handle.</summary>
/// <param name="Plan">The document, or null where there is none (any more).</param>
/// <param name="IsEncrypted">The module is encrypted.</param>
/// <param name="Text">The statement, or null.</param>
/// <param name="IsCut">The text goes on.</param>
internal sealed record PlanRow(string? Plan, bool IsEncrypted, string? Text, bool IsCut);
