using System.Collections.Immutable;

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

    /// <summary>Names directly before an opening parenthesis.</summary>
    public required ImmutableArray<string> Called { get; init; }

    /// <summary>Names after a dot, which can call a function on a row.</summary>
    public required ImmutableArray<string> Dotted { get; init; }

    /// <summary>Operators, and those that key words stand for.</summary>
    public required ImmutableArray<string> Operators { get; init; }

    /// <summary>Schemas of functions, types and operators; these have to be trusted.</summary>
    public required ImmutableArray<string> Qualifiers { get; init; }

    /// <summary>
    /// Names in front of columns: aliases and tables. Where one of them is a schema too, it has to be
    /// trusted, whatever was read.
    /// </summary>
    public required ImmutableArray<string> Fronts { get; init; }

    /// <summary>Why the text cannot be read with certainty, or null.</summary>
    public required string? Problem { get; init; }
}
