namespace RgPolicy.Cli.Configure;

/// <summary>Which server a command is about.</summary>
/// <param name="Target">The connection.</param>
/// <param name="PasswordFile">A file with the password, <c>-</c> to ask, or null.</param>
/// <param name="Journal">Where changes are remembered, or null for the usual place.</param>
internal sealed record ServerChoice(string Target, string? PasswordFile, string? Journal)
{
    /// <summary>What <c>rgp facts</c> kept, instead of a server; else null.</summary>
    public string? Facts { get; init; }
}
