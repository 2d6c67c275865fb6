using System.Data.Common;

namespace RgPolicy.Dbms.Connecting;

/// <summary>Reads what a query gives, whatever the DBMS.</summary>
internal static class Rows
{
    public static async Task<List<TRow>> ReadAsync<TRow>(
        DbCommand command,
        Func<DbDataReader, TRow> read,
        CancellationToken cancellationToken
    )
    {
        var rows = new List<TRow>();
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
            rows.Add(read(reader));
        return rows;
    }
}
