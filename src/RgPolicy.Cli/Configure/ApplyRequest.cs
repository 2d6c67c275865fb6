namespace RgPolicy.Cli.Configure;

/// <summary>The options of <c>rgp apply</c>.</summary>
/// <param name="File">A saved plan or a policy.</param>
/// <param name="Target">The connection; null for a plan's own.</param>
/// <param name="PasswordFile">A file with the password, <c>-</c> to ask, or null.</param>
/// <param name="Journal">Where changes are remembered, or null for the usual place.</param>
/// <param name="TakesOver">What others set may be replaced.</param>
/// <param name="Yes">Without asking.</param>
/// <param name="Json">A document instead of text.</param>
internal sealed record ApplyRequest(
    string File,
    string? Target,
    string? PasswordFile,
    string? Journal,
    bool TakesOver,
    bool Yes,
    bool Json
)
{
    /// <summary>At every replica of the availability groups behind the connection.</summary>
    public bool AllReplicas { get; init; }
}
