namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>What the tokens of a statement's text tell about it.</summary>
internal sealed record StatementText
{
    /// <summary>The text.</summary>
    public required string Text { get; init; }

    /// <summary>Statements in the text; a last semicolon does not begin another.</summary>
    public required int Statements { get; init; }

    /// <summary>
    /// True when a string, name or comment does not end, or a name is spelt with Unicode escapes or too
    /// long to be compared.
    /// </summary>
    public required bool IsUnreadable { get; init; }

    /// <summary>The first word in upper case, skipping parentheses; empty when there is none.</summary>
    public required string FirstWord { get; init; }

    /// <summary>The number of the last parameter, 0 without.</summary>
    public required int Parameters { get; init; }

    /// <summary>Rows are locked (FOR UPDATE, SHARE, ...), which needs a write right.</summary>
    public required bool LocksRows { get; init; }

    /// <summary>A WITH in it inserts, updates, deletes or merges.</summary>
    public required bool WritesInWith { get; init; }
}
