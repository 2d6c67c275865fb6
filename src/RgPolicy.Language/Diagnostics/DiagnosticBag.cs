using RgPolicy.Language.Text;

namespace RgPolicy.Language.Diagnostics;

/// <summary>Collects what the stages find in one text.</summary>
internal sealed class DiagnosticBag(string path, CancellationToken cancellation = default)
{
    private const int LongestMessage = 600; // A name in a hostile text may have megabytes.

    private readonly List<Diagnostic> _found = [];
    private readonly HashSet<(string Code, TextRange Range, string Message)> _seen = [];
    private readonly HashSet<TextRange> _vague = [];

    public string Path => path;

    /// <summary>Ends every stage with an exception: the findings are not waited for any more.</summary>
    public CancellationToken Cancellation => cancellation;

    public bool HasErrors { get; private set; }

    /// <summary>True when the limit is reached: from then on only errors are kept, each in the place of
    /// a finding that is none.</summary>
    public bool IsFull => _found.Count >= TextLimits.Findings;

    /// <summary>Adds a finding with the catalogue's severity.</summary>
    public void Add(string code, TextRange range, string message, Fix? fix = null, RelatedLocation? related = null)
    {
        var severity = DiagnosticCatalog.Find(code)?.Severity ?? DiagnosticSeverity.Error;
        Add(severity, code, range, message, fix, related);
    }

    /// <summary>
    /// Adds a mistake in the grammar of which only the place is known; right behind another mistake it is a part of
    /// that one, and is not told.
    /// </summary>
    public void AddVague(string code, TextRange range, string message)
    {
        _vague.Add(range);
        Add(code, range, message);
    }

    /// <summary>What was found so far, in the order in which it was found.</summary>
    public IReadOnlyList<Diagnostic> Found => _found;

    /// <summary>Puts another finding in the place of each.</summary>
    public void Change(Func<Diagnostic, Diagnostic> change)
    {
        for (var index = 0; index < _found.Count; index++)
            _found[index] = change(_found[index]);
    }

    /// <summary>Adds a finding with a severity of its own.</summary>
    public void Add(
        DiagnosticSeverity severity,
        string code,
        TextRange range,
        string message,
        Fix? fix = null,
        RelatedLocation? related = null
    )
    {
        Add(
            new Diagnostic(code, severity, message, path, range)
            {
                Fixes = fix is null ? [] : [fix],
                Related = related is null ? [] : [related],
            }
        );
    }

    /// <summary>Adds a finding as it is, but for a message that is too long. A user whose policy is refused must be
    /// told why: errors are kept before warnings.</summary>
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
            _found.RemoveAt(lesser);

        _found.Add(finding with { Message = message });
        if (_found.Count == TextLimits.Findings)
        {
            _found.Add(
                new Diagnostic(
                    "RG0004",
                    DiagnosticSeverity.Warning,
                    $"Only the first {TextLimits.Findings} findings are reported; fix these and run again.",
                    path,
                    finding.Range
                )
            );
        }
    }

    public void AddAll(DiagnosticBag other)
    {
        foreach (var finding in other._found)
            Add(finding);
    }

    /// <summary>True when a mistake in the grammar was found within a range.</summary>
    public bool HasSyntaxErrorIn(TextRange range) =>
        _found.Exists(found => IsSyntax(found) && range.Contains(found.Range));

    public RelatedLocation At(TextRange range, string message) => new(path, range, message);

    /// <summary>
    /// The findings in the order of the text. What was bound of words that do not fit the grammar is no
    /// second mistake, and nor is what does not fit right behind another one.
    /// </summary>
    public ImmutableArray<Diagnostic> ToSorted()
    {
        var syntax = Syntax();
        var vague = syntax.Where(found => _vague.Contains(found.Range)).ToList();
        return
        [
            .. syntax
                .Concat(_found.Where(found => !IsSyntax(found) && !IsOf(found, syntax, vague)))
                .OrderBy(found => found.Range.StartLine)
                .ThenBy(found => found.Range.StartColumn),
        ];
    }

    // Of what does not fit right behind another mistake, that one is told.
    private List<Diagnostic> Syntax()
    {
        var told = _found.Where(found => IsSyntax(found) && !_vague.Contains(found.Range)).ToList();
        foreach (
            var found in _found
                .Where(found => IsSyntax(found) && _vague.Contains(found.Range))
                .OrderBy(found => (found.Range.StartLine, found.Range.StartColumn))
        )
        {
            if (!told.Exists(other => IsPartOf(found, other)))
                told.Add(found);
        }

        return told;
    }

    private static bool IsOf(Diagnostic bound, List<Diagnostic> syntax, List<Diagnostic> vague) =>
        IsBinding(bound)
        && (
            syntax.Exists(mistake => mistake.Range.Contains(bound.Range))
            || (
                IsOfType(bound)
                && (
                    vague.Exists(mistake => IsBehindOnLine(mistake.Range, bound.Range))
                    || syntax.Exists(mistake => IsOfUnit(mistake) && IsRightBehind(mistake.Range, bound.Range))
                )
            )
        );

    private static bool IsPartOf(Diagnostic vague, Diagnostic other) =>
        other.Range.Contains(vague.Range) || IsBehindOnLine(vague.Range, other.Range);

    // What does not fit behind another mistake of its line is most often its consequence.
    private static bool IsBehindOnLine(TextRange range, TextRange before) =>
        range.StartLine == before.EndLine && range.StartColumn >= before.EndColumn && range != before;

    private static bool IsRightBehind(TextRange range, TextRange before) =>
        range.StartLine == before.EndLine && range.StartColumn - before.EndColumn is 0 or 1 && range != before;

    private static bool IsOfType(Diagnostic found) => string.Equals(found.Code, "RG2002", StringComparison.Ordinal);

    private static bool IsOfUnit(Diagnostic found) => string.Equals(found.Code, "RG1008", StringComparison.Ordinal);

    private static bool IsSyntax(Diagnostic found) => found.Code.StartsWith("RG1", StringComparison.Ordinal);

    private static bool IsBinding(Diagnostic found) => found.Code.StartsWith("RG2", StringComparison.Ordinal);

    private static bool IsLesser(Diagnostic found) =>
        found.Severity != DiagnosticSeverity.Error && !string.Equals(found.Code, "RG0004", StringComparison.Ordinal);
}
