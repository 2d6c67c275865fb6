namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>A text type of T-SQL: what is longer is cut, and char and nchar fill up with blanks.</summary>
internal readonly record struct ForeignType(int Length, bool IsPadded)
{
    /// <summary>The length of a variable that is declared without one.</summary>
    public const int Declared = 1;

    /// <summary>The length that CAST and CONVERT take without one.</summary>
    public const int Converted = 30;

    /// <summary>No login, application, host or database has a longer name.</summary>
    public const int Longest = 128;

    /// <summary>A text as a variable of the type holds it; more blanks than a pattern may have letters say no more.</summary>
    public string Filled(string text) => IsPadded ? text.PadRight(Math.Min(Length, Longest + 1)) : text;

    /// <returns>False where the text is no type.</returns>
    public static bool TryRead(SqlCursor cursor, int usual, out ForeignType? type)
    {
        var name = cursor.TakeAny().Text;
        if (cursor.Take("."))
            name = cursor.TakeAny().Text;
        var length = usual;
        if (cursor.Take("("))
        {
            length = LengthOf(cursor.TakeAny());
            if (cursor.Take(","))
                cursor.TakeAny();
            if (!cursor.Take(")"))
            {
                type = null;
                return false;
            }
        }

        type = name.ToUpperInvariant() switch
        {
            "SYSNAME" => new ForeignType(Longest, IsPadded: false),
            "VARCHAR" or "NVARCHAR" when length > 0 => new ForeignType(length, IsPadded: false),
            "CHAR" or "NCHAR" when length > 0 => new ForeignType(length, IsPadded: true),
            _ => null,
        };
        return true;
    }

    private static int LengthOf(TransactSqlToken token) =>
        token.Is("MAX") ? int.MaxValue
        : int.TryParse(token.Text, NumberStyles.None, CultureInfo.InvariantCulture, out var length) ? length
        : 0;
}
