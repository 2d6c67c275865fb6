namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>A query of a set.</summary>
/// <param name="Name">The file's name.</param>
/// <param name="Text">Without the semicolon.</param>
internal sealed record QueryText(string Name, string Text);
