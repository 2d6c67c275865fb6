using NodaTime;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Diagnostics;

/// <summary>One finding about a policy text: what is wrong, where, and what to write instead.</summary>
/// <param name="Code">Stable code, <c>RG####</c>.</param>
/// <param name="Severity">Error rejects the policy.</param>
/// <param name="Message">For the author of the policy; user text stands in back-quotes.</param>
/// <param name="Path">The policy's path as the caller gave it.</param>
/// <param name="Range">Where; lines and columns from 1.</param>
public sealed record Diagnostic(string Code, DiagnosticSeverity Severity, string Message, string Path, TextRange Range)
{
    /// <summary>Other places that explain the finding.</summary>
    public ImmutableArray<RelatedLocation> Related { get; init; } = [];

    /// <summary>Edits that would fix it.</summary>
    public ImmutableArray<Fix> Fixes { get; init; } = [];

    /// <summary>The moment of the sample query, where windows play a part in it.</summary>
    public Instant? WitnessAt { get; init; }

    /// <summary>A sample query as signal name and value, where an analysis has one; sets are JSON arrays.</summary>
    public ImmutableSortedDictionary<string, string>? Witness { get; init; }
}

/// <summary>How much a diagnostic matters; ordered, so that a fail level is a comparison.</summary>
public enum DiagnosticSeverity
{
    /// <summary>Worth knowing; nothing is wrong.</summary>
    Info,

    /// <summary>Probably not what the author meant; the policy still works.</summary>
    Warning,

    /// <summary>The whole policy is rejected.</summary>
    Error,
}

/// <summary>A set of edits that fixes a diagnostic; safe ones keep the meaning that the author must have had.</summary>
public sealed record Fix(string Title, bool Safe, ImmutableArray<TextEdit> Edits);

/// <summary>A second place that a diagnostic speaks of.</summary>
public sealed record RelatedLocation(string Path, TextRange Range, string Message);

/// <summary>Replaces one range of the text.</summary>
public sealed record TextEdit(TextRange Range, string NewText);
