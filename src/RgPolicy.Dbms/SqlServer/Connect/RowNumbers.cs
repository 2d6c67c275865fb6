using System.Data.Common;
using System.Globalization;

namespace RgPolicy.Dbms.SqlServer.Connect;

/// <summary>Numbers of a row, whatever type of integer the server's release has for the column; 0 where
/// there is none.</summary>
internal static class RowNumbers
{
    /// <summary>One that fits into 32 bits.</summary>
    public static int Int(this DbDataReader row, int column) =>
        row.IsDBNull(column) ? 0 : Convert.ToInt32(row.GetValue(column), CultureInfo.InvariantCulture);

    /// <summary>Any other.</summary>
    public static long Long(this DbDataReader row, int column) =>
        row.IsDBNull(column) ? 0 : Convert.ToInt64(row.GetValue(column), CultureInfo.InvariantCulture);
}
