namespace RgPolicy.Documents.Changes;

/// <summary>The server whose configuration it is.</summary>
/// <param name="Kind"><c>sqlserver</c> or <c>postgresql</c>.</param>
/// <param name="Version">Its version, such as 16.0.4165.4.</param>
/// <param name="Edition">Its edition, or null where there are none.</param>
/// <param name="Name">What the server calls itself.</param>
public sealed record ServerDocument(string? Kind, string? Version, string? Edition, string? Name);
