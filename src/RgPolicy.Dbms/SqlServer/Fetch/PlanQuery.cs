using System.Data.Common;
using System.Globalization;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Fetch;

/// <summary>
/// Reads one statement's plan and text. The function that gives text has no limit of depth, and renders
/// only the statement that the offsets name.
/// </summary>
internal static class PlanQuery
{
    private const int LongestText = 16384;

    private static readonly string Sql = string.Create(
        CultureInfo.InvariantCulture,
        $"""
        SELECT p.encrypted, CASE WHEN @to < 0 THEN DATALENGTH(t.text) ELSE @to + 2 END - @from,
               SUBSTRING(t.text, @from / 2 + 1, {LongestText}), p.query_plan
          FROM (SELECT 1 AS one) AS o
         OUTER APPLY sys.dm_exec_text_query_plan(@handle, @from, @to) AS p
         OUTER APPLY sys.dm_exec_sql_text(@handle) AS t
        """
    );

    /// <summary>Reads the plans.</summary>
    public static async Task<PlanRow> ReadAsync(
        SqlServerLink link,
        byte[] handle,
        int from,
        int to,
        CancellationToken cancellationToken
    )
    {
        var call = SqlCall.Of(
            Sql,
            SqlArgument.Bytes("@handle", handle),
            SqlArgument.Integer("@from", from),
            SqlArgument.Integer("@to", to)
        );
        var rows = await link.QueryLongAsync(call, ReadAsync, cancellationToken);
        return rows.Count > 0 ? rows[0] : new PlanRow(null, false, null, false);
    }

    private static async Task<PlanRow> ReadAsync(DbDataReader row)
    {
        var isEncrypted = !row.IsDBNull(0) && row.GetBoolean(0);
        var length = row.IsDBNull(1) ? 0 : Convert.ToInt64(row.GetValue(1), CultureInfo.InvariantCulture) / 2;
        var text = await LongText.ReadAsync(row, 2);
        var isCut = length > LongestText;
        if (text is not null && !isCut && length < text.Length)
            text = text[..(int)Math.Max(0, length)];
        return new PlanRow(await LongText.ReadAsync(row, 3), isEncrypted, text?.Trim(), isCut);
    }
}
