using System.Globalization;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>Reads the applications' names, which clients give when they connect; performance_schema has them.</summary>
internal static class SessionApps
{
    private const string Sql =
        "SELECT PROCESSLIST_ID, ATTR_VALUE FROM performance_schema.session_connect_attrs "
        + "WHERE ATTR_NAME = 'program_name' AND PROCESSLIST_ID IN (";

    /// <summary>The names of these sessions, by session.</summary>
    public static async Task<Dictionary<int, string>> ReadAsync(
        MySqlLink link,
        IReadOnlyList<int> sessions,
        CancellationToken cancellationToken
    )
    {
        var apps = new Dictionary<int, string>();
        var list = string.Join(',', sessions.Select(each => each.ToString(CultureInfo.InvariantCulture)));
        await link.ReadAsync(
            Sql + list + ")",
            row => apps[unchecked((int)row.GetInt64(0))] = row.IsDBNull(1) ? "" : row.GetString(1),
            cancellationToken
        );
        return apps;
    }
}
