namespace RgPolicy.Language.Text;

/// <summary>What one policy text may cost; beyond it there is a diagnostic, never a crash.</summary>
internal static class TextLimits
{
    /// <summary>Bytes of a file, or UTF-16 units of a text.</summary>
    public const int Size = 10_000_000;

    /// <summary>Parentheses, braces and signs inside each other, and constants that stand for each other.</summary>
    public const int Depth = 200;

    /// <summary>Digits of a number.</summary>
    public const int Digits = 60;

    /// <summary>Bits of numerator or denominator of a computed constant.</summary>
    public const int Bits = 2048;

    /// <summary>Findings that one run reports.</summary>
    public const int Findings = 500;
}
