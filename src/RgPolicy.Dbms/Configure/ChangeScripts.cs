namespace RgPolicy.Dbms.Configure;

/// <summary>A plan as scripts for change control: running them takes nothing of RgPolicy's.</summary>
/// <param name="Forward">Carries the plan out.</param>
/// <param name="BackOut">Leads back to what was there when the plan was made.</param>
/// <param name="Problem">Why there can be none; null where they may be run.</param>
public sealed record ChangeScripts(string Forward, string BackOut, string? Problem);
