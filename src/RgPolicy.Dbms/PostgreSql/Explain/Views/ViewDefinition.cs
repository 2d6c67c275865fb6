namespace RgPolicy.Dbms.PostgreSql.Explain.Views;

/// <summary>The query of a materialized view.</summary>
/// <param name="Version">Another one where the view was made anew.</param>
/// <param name="Text">The query as the server writes it, every name with its schema; written by another login.</param>
/// <param name="Reads">Oids of the relations that it reads.</param>
internal sealed record ViewDefinition(string Version, string Text, uint[] Reads);
