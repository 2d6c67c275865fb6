using System.Security.Cryptography;

namespace RgPolicy.Cli.Terminal;

/// <summary>Puts colours around text where the output is a terminal that wants them.</summary>
internal readonly record struct Paint(bool Enabled)
{
    // Noncharacters, and others in each run: so no text from elsewhere can hold a mark and colour itself.
    private static readonly string Mark = new([
        .. Enumerable.Range(0, 8).Select(static _ => (char)RandomNumberGenerator.GetInt32(0xFDD0, 0xFDF0)),
    ]);

    /// <summary>A painted text as a terminal understands it (ECMA-48 SGR).</summary>
    public static string Show(string text) =>
        text.Contains(Mark, StringComparison.Ordinal) ? text.Replace(Mark, "\u001b[", StringComparison.Ordinal) : text;

    /// <summary>The text in a colour, which <see cref="TerminalWriter"/> shows.</summary>
    public string Of(Tint tint, string text)
    {
        var code = tint switch
        {
            Tint.Strong => "1",
            Tint.Faint => "2",
            Tint.Bad => "1;31",
            Tint.Doubtful => "1;33",
            Tint.Good => "32",
            Tint.Note => "36",
            _ => "",
        };
        return Enabled && code.Length > 0 ? $"{Mark}{code}m{text}{Mark}0m" : text;
    }
}

/// <summary>The few colours that text output uses.</summary>
internal enum Tint
{
    Plain,

    Strong,

    Faint,

    Bad,

    Doubtful,

    Good,

    Note,
}
