using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Service.Settings;

/// <summary>Whether the text of a connection has the form that its DBMS asks for; nothing is connected to.</summary>
internal static class ConnectionForm
{
    /// <summary>What is wrong with it and how to write it, or null.</summary>
    public static string? Problem(string url) =>
        url.StartsWith(SqlServerConnection.Scheme, StringComparison.OrdinalIgnoreCase)
            ? SqlServerConnection.Parse(url, static _ => null).Problem
        : MySqlServerConnection.IsOne(url) ? MySqlServerConnection.Parse(url, static _ => null).Problem
        : PostgresConnection.Parse(url, static _ => null).Problem;
}
