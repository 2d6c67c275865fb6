namespace RgPolicy.Cli.Configure;

/// <summary>The options of <c>rgp rollback</c>.</summary>
/// <param name="Server">Which server.</param>
/// <param name="All">Back to before the first change.</param>
/// <param name="Off">Everything off at once, whatever the journal says.</param>
/// <param name="Yes">Without asking.</param>
/// <param name="Json">A document instead of text.</param>
internal sealed record RollbackRequest(ServerChoice Server, bool All, bool Off, bool Yes, bool Json);
