namespace RgPolicy.Testing.Host;

/// <summary>Numbers as the kernel's <c>kstrto*</c> functions read them: no blanks, an optional plus
/// sign, a base or its prefix.</summary>
internal static class KernelNumber
{
    /// <summary>Reads an unsigned number; with base 0 the prefix decides: <c>0x</c> hexadecimal,
    /// <c>0</c> octal.</summary>
    internal static ulong? Parse(string text, int radix)
    {
        var digits = text.StartsWith('+') ? text[1..] : text;
        var hasPrefix = digits.StartsWith("0x", StringComparison.OrdinalIgnoreCase);
        if (radix == 0)
        {
            radix =
                hasPrefix ? 16
                : digits is ['0', _, ..] ? 8
                : 10;
        }

        digits = radix == 16 && hasPrefix ? digits[2..] : digits;
        return radix switch
        {
            16 => ulong.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var hex)
                ? hex
                : null,
            8 => Octal(digits),
            _ => ulong.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var plain) ? plain : null,
        };
    }

    /// <summary>Reads a signed number that fits an <c>int</c>, its base by its prefix.</summary>
    internal static int? ParseInt(string text)
    {
        var isNegative = text.StartsWith('-');
        var magnitude = Parse(isNegative ? text[1..] : text, 0);
        return magnitude switch
        {
            null => null,
            _ when isNegative => magnitude <= 1UL << 31 ? (int)-(long)magnitude : null,
            _ => magnitude <= int.MaxValue ? (int)magnitude : null,
        };
    }

    private static ulong? Octal(string digits)
    {
        var value = 0UL;
        foreach (var digit in digits)
        {
            if (digit is < '0' or > '7' || value > ulong.MaxValue >> 3)
                return null;

            value = (value << 3) | (uint)(digit - '0');
        }

        return value;
    }
}
