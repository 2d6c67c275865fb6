namespace RgPolicy.Language.Diagnostics;

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
