namespace RgPolicy.Sidecar.Journal;

/// <summary>A file that was given to another user, and goes back to its owner.</summary>
/// <param name="Path">The file.</param>
/// <param name="Owner">Whose it was.</param>
internal sealed record HandedFile(string Path, uint Owner);
