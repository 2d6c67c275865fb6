namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>Every name in a statement's text, by what the server could read it as.</summary>
internal sealed record StatementNames
{
    /// <summary>The places that name a table or view, in their order; names of WITH queries are not
    /// among them.</summary>
    public required ImmutableArray<RelationReference> Relations { get; init; }

    /// <summary>All names and words beside those, each once: any of them could be a type, or a table
    /// that was overlooked.</summary>
    public required ImmutableArray<string> Names { get; init; }

    public required ImmutableArray<string> Called { get; init; }

    /// <summary>Names after a dot, which can call a function on a row.</summary>
    public required ImmutableArray<string> Dotted { get; init; }

    /// <summary>Those of them that can call a function on what is no row of a table.</summary>
    public required ImmutableArray<string> Fields { get; init; }

    public required ImmutableArray<string> Operators { get; init; }
    public required ImmutableArray<FunctionCall> Calls { get; init; }

    /// <summary>Names beside the relations that stand somewhere without a dot behind them, as a type does.</summary>
    public required ImmutableArray<string> Types { get; init; }

    /// <summary>It has strings, which the server reads as values of whatever type is wanted.</summary>
    public required bool HasLiteral { get; init; }

    /// <summary>The places of relations of which every column may be meant, whatever columns the text names.</summary>
    public required ImmutableArray<int> Whole { get; init; }

    /// <summary>Schemas of functions, types and operators; these have to be trusted.</summary>
    public required ImmutableArray<string> Qualifiers { get; init; }

    /// <summary>Names in front of columns: aliases and tables. Where one of them is a schema too, it has to be trusted,
    /// whatever was read.</summary>
    public required ImmutableArray<string> Fronts { get; init; }

    /// <summary>Why the text cannot be read with certainty, or null.</summary>
    public required string? Problem { get; init; }
}

/// <remarks><c>Tables</c>: places of tables of which a column is an argument, so that planning cannot run it; none
/// where all arguments may be constants.</remarks>
internal sealed record FunctionCall(string Name, ImmutableArray<int> Tables);

/// <summary>A place in a text that names a table, view or the like.</summary>
/// <remarks><c>Schema</c>: its schema, or empty where the text names none.</remarks>
internal readonly record struct RelationReference(string Schema, string Name, int FirstToken, int LastToken);
