namespace RgPolicy.Cli.Files;

/// <summary>One thing to read.</summary>
/// <param name="Name">As messages show it: the path as the user gave it, or <c>-</c> for standard input.</param>
/// <param name="FullPath">Null for standard input.</param>
internal sealed record InputFile(string Name, string? FullPath)
{
    /// <summary>Standard input, written <c>-</c>.</summary>
    public static InputFile StandardInput { get; } = new("-", null);
}
