namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>The data types that are used (MS-TDS 2.2.5.4), each in the form that can be NULL.</summary>
internal static class TypeCode
{
    public const byte Guid = 0x24;
    public const byte Integer = 0x26;
    public const byte DateTimeOffset = 0x2B;
    public const byte Bit = 0x68;
    public const byte Float = 0x6D;
    public const byte DateTime = 0x6F;
    public const byte Binary = 0xA5;
    public const byte Text = 0xE7;

    /// <summary>The length that stands for (max), and for a NULL of a text with a length.</summary>
    public const ushort Max = 0xFFFF;
}
