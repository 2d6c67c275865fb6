using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Checking;

/// <summary>Takes out the findings that comments allow, and reports comments that allow nothing.</summary>
/// <param name="suppressions">What comments allow.</param>
/// <param name="path">The text's path.</param>
/// <param name="isAnyTarget">True where no target was named: what is found on one of them is not known then.</param>
internal sealed class SuppressionFilter(ImmutableArray<Suppression> suppressions, string path, bool isAnyTarget = false)
{
    private readonly HashSet<(int Place, string Code)> _used = [];

    /// <summary>What is left and what was allowed; both in the order of the text.</summary>
    public (ImmutableArray<Diagnostic> Left, ImmutableArray<SuppressedDiagnostic> Suppressed) Apply(
        ImmutableArray<Diagnostic> diagnostics
    )
    {
        if (suppressions.IsEmpty)
            return (diagnostics, []);

        var left = new List<Diagnostic>();
        var suppressed = ImmutableArray.CreateBuilder<SuppressedDiagnostic>();
        foreach (var diagnostic in diagnostics)
        {
            if (ReasonFor(diagnostic) is { } reason)
                suppressed.Add(new SuppressedDiagnostic(diagnostic, reason));
            else
                left.Add(diagnostic);
        }

        // With errors, some checks have not run: what they would have found is not known.
        var isWhole = !diagnostics.Any(each => each.Severity == DiagnosticSeverity.Error);
        left.AddRange(suppressions.SelectMany((each, place) => Problems(each, place, isWhole)));
        return (
            [.. left.OrderBy(each => each.Range.StartLine).ThenBy(each => each.Range.StartColumn)],
            suppressed.ToImmutable()
        );
    }

    // An error is never allowed: a policy with one is rejected everywhere.
    private string? ReasonFor(Diagnostic diagnostic)
    {
        for (var place = 0; place < suppressions.Length; place++)
        {
            var each = suppressions[place];
            var isMeant =
                each.FirstLine <= diagnostic.Range.StartLine
                && diagnostic.Range.StartLine <= each.LastLine
                && each.Codes.Contains(diagnostic.Code, StringComparer.Ordinal);
            if (isMeant)
                _used.Add((place, diagnostic.Code));

            if (isMeant && each.Reason.Length > 0 && diagnostic.Severity != DiagnosticSeverity.Error)
                return each.Reason;
        }

        return null;
    }

    private IEnumerable<Diagnostic> Problems(Suppression suppression, int place, bool isWhole)
    {
        if (suppression.Reason.Length == 0)
        {
            yield return new Diagnostic(
                "RG7002",
                DiagnosticSeverity.Warning,
                $"This comment allows nothing without a reason: write `// allow {string.Join(", ", suppression.Codes)}: REASON`.",
                path,
                suppression.Range
            );
        }

        foreach (
            var code in suppression.Codes.Where(code =>
                isWhole && !_used.Contains((place, code)) && !(isAnyTarget && code[2] is '4' or '5')
            )
        )
        {
            yield return new Diagnostic(
                "RG7003",
                DiagnosticSeverity.Warning,
                $"There is no {code} here to allow: remove it from this comment.",
                path,
                suppression.Range
            )
            {
                Fixes =
                    suppression.Codes.Length == 1
                        ? [new Fix("Remove the comment", true, [new TextEdit(suppression.Range, "")])]
                        : [],
            };
        }
    }
}

/// <summary>A comment that allows findings: <c>// allow RG5001: REASON</c>.</summary>
internal sealed record Suppression(
    ImmutableArray<string> Codes,
    string Reason,
    TextRange Range,
    int FirstLine,
    int LastLine
);

/// <summary>A finding that a comment in the policy allows.</summary>
/// <param name="Diagnostic">The finding.</param>
/// <param name="Reason">The author's reason.</param>
public sealed record SuppressedDiagnostic(Diagnostic Diagnostic, string Reason);
