namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>A classifier function in master.</summary>
/// <param name="Schema">Its schema.</param>
/// <param name="Name">Its name.</param>
/// <param name="Definition">Its text, as the server keeps it.</param>
internal sealed record ClassifierFunction(string Schema, string Name, string Definition)
{
    /// <summary>The schema of RgPolicy's own functions.</summary>
    public const string OwnSchema = "dbo";

    /// <summary>The same function, whatever its text.</summary>
    public bool IsSame(ClassifierFunction other) =>
        string.Equals(Schema, other.Schema, StringComparison.OrdinalIgnoreCase)
        && string.Equals(Name, other.Name, StringComparison.OrdinalIgnoreCase);
}
