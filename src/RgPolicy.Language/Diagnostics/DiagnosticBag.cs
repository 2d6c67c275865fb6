using System.Collections.Immutable;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Diagnostics;

/// <summary>Collects what the stages find in one text.</summary>
internal sealed class DiagnosticBag(string path, CancellationToken cancellation = default)
{
    private const int LongestMessage = 600; // A name in a hostile text may have megabytes.

    private readonly List<Diagnostic> _found = [];
    private readonly HashSet<(string Code, TextRange Range, string Message)> _seen = [];

    /// <summary>The path of the text.</summary>
    public string Path => path;

    /// <summary>Ends every stage with an exception: nobody waits for the findings any more.</summary>
    public CancellationToken Cancellation => cancellation;

    public bool HasErrors { get; private set; }

    /// <summary>True when the limit is reached: from then on only errors are kept, each in the place of a finding that is none.</summary>
    public bool IsFull => _found.Count >= TextLimits.Findings;

    /// <summary>Adds a finding with the catalogue's severity.</summary>
    public void Add(string code, TextRange range, string message, Fix? fix = null, RelatedLocation? related = null)
    {
        var severity = DiagnosticCatalog.Find(code)?.Severity ?? DiagnosticSeverity.Error;
        Add(severity, code, range, message, fix, related);
    }

    /// <summary>Adds a finding with a severity of its own.</summary>
    public void Add(
        DiagnosticSeverity severity, string code, TextRange range, string message, Fix? fix = null,
        RelatedLocation? related = null)
    {
        Add(new Diagnostic(code, severity, message, path, range)
        {
            Fixes = fix is null ? [] : [fix],
            Related = related is null ? [] : [related],
        });
    }

    /// <summary>Adds a finding as it is, but for a message that is too long. Whoever is refused a policy must be told why: an error is kept before warnings.</summary>
    public void Add(Diagnostic finding)
    {
        HasErrors |= finding.Severity == DiagnosticSeverity.Error;
        var message = finding.Message;
        message = message.Length <= LongestMessage ? message : message[..LongestMessage] + "...";
        var lesser = IsFull && finding.Severity == DiagnosticSeverity.Error ? _found.FindLastIndex(IsLesser) : -1;
        if ((IsFull && lesser < 0) || !_seen.Add((finding.Code, finding.Range, message)))
        {
            return; // Some phrases are bound for several owners; each mistake is told once.
        }

        if (lesser >= 0)
        {
            _found.RemoveAt(lesser);
        }

        _found.Add(finding with { Message = message });
        if (_found.Count == TextLimits.Findings)
        {
            _found.Add(new Diagnostic("RG0004", DiagnosticSeverity.Warning,
                $"Only the first {TextLimits.Findings} findings are reported; fix these and run again.", path, finding.Range));
        }
    }

    /// <summary>Adds all that another bag has found.</summary>
    public void AddAll(DiagnosticBag other)
    {
        foreach (var finding in other._found)
        {
            Add(finding);
        }
    }

    /// <summary>True when a mistake in the grammar was found within a range.</summary>
    public bool HasSyntaxErrorIn(TextRange range) => _found.Exists(found => IsSyntax(found) && IsWithin(found.Range, range));

    public RelatedLocation At(TextRange range, string message) => new(path, range, message);

    /// <summary>
    /// The findings in the order of the text. What was bound of words that do not fit the grammar is no second mistake.
    /// </summary>
    public ImmutableArray<Diagnostic> ToSorted()
    {
        var syntax = _found.Where(IsSyntax).ToList();
        return [.. _found.Where(found => !IsBinding(found) || !syntax.Exists(mistake => IsWithin(found.Range, mistake.Range)))
            .OrderBy(found => found.Range.StartLine).ThenBy(found => found.Range.StartColumn)];
    }

    private static bool IsSyntax(Diagnostic found) => found.Code.StartsWith("RG1", StringComparison.Ordinal);

    private static bool IsBinding(Diagnostic found) => found.Code.StartsWith("RG2", StringComparison.Ordinal);

    private static bool IsWithin(TextRange inner, TextRange outer) =>
        (inner.StartLine, inner.StartColumn).CompareTo((outer.StartLine, outer.StartColumn)) >= 0
        && (inner.EndLine, inner.EndColumn).CompareTo((outer.EndLine, outer.EndColumn)) <= 0;

    private static bool IsLesser(Diagnostic found) =>
        found.Severity != DiagnosticSeverity.Error && !string.Equals(found.Code, "RG0004", StringComparison.Ordinal);
}
