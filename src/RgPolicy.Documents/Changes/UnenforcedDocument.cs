namespace RgPolicy.Documents.Changes;

/// <summary>Something that the server's own configuration cannot carry out, or only in part.</summary>
/// <param name="Setting">The words of the policy, or <c>class</c> for a whole class.</param>
/// <param name="Class">The class that has it.</param>
/// <param name="Reason">Why, and what happens instead.</param>
public sealed record UnenforcedDocument(string? Setting, string? Class, string? Reason);
