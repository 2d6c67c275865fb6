using System.Data.Common;

namespace RgPolicy.Dbms.SqlServer.Connect;

/// <summary>Reads a column of any length in a row that is read column by column.</summary>
internal static class LongText
{
    /// <summary>The column's text, or null.</summary>
    public static async Task<string?> ReadAsync(DbDataReader row, int column)
    {
        if (await row.IsDBNullAsync(column))
            return null;
        using var text = row.GetTextReader(column);
        return await text.ReadToEndAsync();
    }
}
