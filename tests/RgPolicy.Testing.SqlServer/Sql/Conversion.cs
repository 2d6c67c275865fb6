using System.Buffers.Binary;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Sql;

/// <summary>CONVERT and what the server converts by itself.</summary>
internal static class Conversion
{
    private const int TicksPerSecond = 300;

    /// <summary>CONVERT.</summary>
    /// <param name="value">A value, or null for NULL.</param>
    /// <param name="type">The type's name in capitals.</param>
    /// <param name="length">The length in brackets, or 0.</param>
    /// <param name="style">The style, or 0.</param>
    public static object? To(object? value, string type, int length, int style) =>
        (type, value) switch
        {
            (_, null) => null,
            ("INT", _) => (int)ToNumber(value),
            ("SMALLINT", _) => (short)ToNumber(value),
            ("BIGINT", _) => (long)ToNumber(value),
            ("BIT", _) => ToNumber(value) != 0,
            ("BINARY" or "VARBINARY", string text) => ToBytes(text),
            ("BINARY" or "VARBINARY", byte[] bytes) => bytes,
            ("NVARCHAR" or "VARCHAR" or "SYSNAME", bool flag) => Cut(flag ? "1" : "0", length),
            ("NVARCHAR" or "VARCHAR" or "SYSNAME", _) => Cut(ToText(value, style), length),
            ("DATETIME", _) => Rounded(ToMoment(value)),
            ("DATETIME2", _) => ToMoment(value),
            ("TIME", _) => ToMoment(value).TimeOfDay,
            ("UNIQUEIDENTIFIER", string text) => Guid.Parse(text),
            _ => throw new SqlFailure(243, $"Type {type} is not a defined system type."),
        };

    /// <summary>A number; bytes count from the highest.</summary>
    public static decimal ToNumber(object? value) =>
        value switch
        {
            bool flag => flag ? 1 : 0,
            byte[] { Length: 8 } bytes => BinaryPrimitives.ReadInt64BigEndian(bytes),
            IConvertible number and not DateTime => Number(number),
            _ => throw new SqlFailure(245, $"Conversion failed when converting the value '{value}' to a number."),
        };

    /// <summary>A moment; a text is in the form of ISO 8601.</summary>
    public static DateTime ToMoment(object? value) =>
        value switch
        {
            DateTime moment => moment,
            string text
                when DateTime.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.None, out var moment) =>
                moment,
            _ => throw new SqlFailure(241, "Conversion failed when converting date and/or time from character string."),
        };

    /// <summary>A moment as the type datetime keeps it: in three-hundredths of a second.</summary>
    public static DateTime Rounded(DateTime moment) =>
        moment.Date.AddTicks(
            (long)
                Math.Round(
                    Math.Round(moment.TimeOfDay.TotalSeconds * TicksPerSecond)
                        * TimeSpan.TicksPerSecond
                        / TicksPerSecond
                )
        );

    private static decimal Number(IConvertible number)
    {
        try
        {
            return number.ToDecimal(CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is FormatException or InvalidCastException or OverflowException)
        {
            throw new SqlFailure(245, $"Conversion failed when converting the value '{number}' to a number.");
        }
    }

    private static byte[] ToBytes(string text)
    {
        try
        {
            return Convert.FromHexString(
                text.AsSpan(text.StartsWith("0x", StringComparison.OrdinalIgnoreCase) ? 2 : 0)
            );
        }
        catch (FormatException)
        {
            throw new SqlFailure(8114, "Error converting data type nvarchar to varbinary.");
        }
    }

    private static string ToText(object value, int style) =>
        value switch
        {
            byte[] bytes => style == 1 ? "0x" + Convert.ToHexString(bytes) : Encoding.Unicode.GetString(bytes),
            _ => Convert.ToString(value, CultureInfo.InvariantCulture) ?? "",
        };

    private static string Cut(string text, int length) => length > 0 && text.Length > length ? text[..length] : text;
}
