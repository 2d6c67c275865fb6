namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts;

/// <summary>A piece of a statement.</summary>
/// <param name="Text">The text, or a variable's name.</param>
/// <param name="IsVariable">The variable's value stands here.</param>
internal sealed record ScriptPart(string Text, bool IsVariable);
