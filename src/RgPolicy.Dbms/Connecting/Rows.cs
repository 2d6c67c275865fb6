namespace RgPolicy.Dbms.Connecting;

internal static class Rows
{
    public static async Task<List<TRow>> ReadAsync<TRow>(
        DbCommand command,
        Func<DbDataReader, TRow> read,
        CancellationToken cancellationToken
    )
    {
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        return await reader.RestAsync(read, cancellationToken);
    }

    /// <summary>The rows of a result from the next one on.</summary>
    public static async Task<List<TRow>> RestAsync<TRow>(
        this DbDataReader reader,
        Func<DbDataReader, TRow> read,
        CancellationToken cancellationToken
    )
    {
        var rows = new List<TRow>();
        while (await reader.ReadAsync(cancellationToken))
            rows.Add(read(reader));
        return rows;
    }

    public static string Text(this DbDataReader row, int column) => row.TextOrNull(column) ?? "";

    public static string? TextOrNull(this DbDataReader row, int column) =>
        row.IsDBNull(column) ? null : row.GetString(column);

    // Numbers have one type of integer or another by the server's release; 0 stands for none.
    public static int Int(this DbDataReader row, int column) =>
        row.IsDBNull(column) ? 0 : Convert.ToInt32(row.GetValue(column), CultureInfo.InvariantCulture);

    public static long Long(this DbDataReader row, int column) =>
        row.IsDBNull(column) ? 0 : Convert.ToInt64(row.GetValue(column), CultureInfo.InvariantCulture);

    public static double Number(this DbDataReader row, int column) =>
        row.IsDBNull(column) ? 0 : Convert.ToDouble(row.GetValue(column), CultureInfo.InvariantCulture);

    public static decimal? Amount(this DbDataReader row, int column) =>
        row.IsDBNull(column) ? null : Convert.ToDecimal(row.GetValue(column), CultureInfo.InvariantCulture);
}
