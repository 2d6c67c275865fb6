namespace RgPolicy.Testing.SqlServer.Workload;

/// <summary>A database.</summary>
/// <param name="Id">Its number; up to 4 they are the server's own.</param>
/// <param name="Name">Its name.</param>
/// <param name="QueryStore">READ_WRITE, READ_ONLY or OFF.</param>
internal sealed record DatabaseRow(short Id, string Name, string QueryStore);
