namespace RgPolicy.Testing.SqlServer.Governor;

/// <summary>A function in master.</summary>
/// <param name="Id">Its object's number.</param>
/// <param name="Name">Its name; its schema is dbo.</param>
/// <param name="Definition">Its text.</param>
internal sealed record FunctionRow(int Id, string Name, string Definition);
