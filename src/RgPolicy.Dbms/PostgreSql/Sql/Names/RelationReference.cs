namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>A place in a text that names a table, view or the like.</summary>
/// <param name="Schema">Its schema, or empty where the text names none.</param>
/// <param name="Name">Its name.</param>
/// <param name="FirstToken">The first token of it.</param>
/// <param name="LastToken">The last token of it.</param>
internal readonly record struct RelationReference(string Schema, string Name, int FirstToken, int LastToken);
