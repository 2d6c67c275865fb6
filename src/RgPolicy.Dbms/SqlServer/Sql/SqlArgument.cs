using System.Globalization;

namespace RgPolicy.Dbms.SqlServer.Sql;

/// <summary>One argument of a parameterised statement: its declaration and its value as T-SQL.</summary>
/// <param name="Name">With its at sign.</param>
/// <param name="Type">As in a declaration.</param>
/// <param name="Value">As a literal.</param>
internal readonly record struct SqlArgument(string Name, string Type, string Value)
{
    /// <summary>A text.</summary>
    public static SqlArgument Text(string name, string value) => new(name, "nvarchar(max)", SqlQuote.Text(value));

    /// <summary>Bytes, such as a handle.</summary>
    public static SqlArgument Bytes(string name, byte[] value) =>
        new(name, "varbinary(64)", "0x" + Convert.ToHexString(value));

    /// <summary>A whole number.</summary>
    public static SqlArgument Number(string name, long value) =>
        new(name, "bigint", value.ToString(CultureInfo.InvariantCulture));

    /// <summary>No whole number.</summary>
    public static SqlArgument NoNumber(string name) => new(name, "bigint", "NULL");

    /// <summary>A whole number that the server takes as int.</summary>
    public static SqlArgument Integer(string name, int value) =>
        new(name, "int", value.ToString(CultureInfo.InvariantCulture));
}
