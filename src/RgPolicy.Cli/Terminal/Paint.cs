namespace RgPolicy.Cli.Terminal;

/// <summary>Puts colours around text where the output is a terminal that wants them.</summary>
/// <param name="Enabled">False leaves every text as it is.</param>
internal readonly record struct Paint(bool Enabled)
{
    /// <summary>The text in a colour (ECMA-48 SGR).</summary>
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
        return Enabled && code.Length > 0 ? $"\u001b[{code}m{text}\u001b[0m" : text;
    }
}
