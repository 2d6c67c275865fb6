using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint;

/// <summary>Where the page of a diagnostic is.</summary>
internal static class DiagnosticAddress
{
    /// <summary>The address of a code's page.</summary>
    /// <param name="code">The code.</param>
    /// <param name="pattern">The organisation's own address with <c>{code}</c> or <c>{name}</c> in it; null gives a name
    /// that is bound to no site.</param>
    public static string Of(string code, string? pattern) =>
        pattern is null
            ? $"urn:rgpolicy:diagnostics:{code}"
            : pattern
                .Replace("{code}", code, StringComparison.Ordinal)
                .Replace("{name}", DiagnosticCatalog.Find(code)?.Name ?? code, StringComparison.Ordinal);
}
