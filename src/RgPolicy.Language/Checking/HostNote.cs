using RgPolicy.Language.Analysis.Reports;
using RgPolicy.Language.Binding;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Checking;

/// <summary>
/// Names the host in findings that a constant of the host decides, where no target was named: what is
/// always or never true on the generic host may be otherwise on another one.
/// </summary>
internal sealed class HostNote(BindingScope scope)
{
    // About all classes together; other findings are about their own statement and those that they point at.
    private static readonly ImmutableArray<string> OfAllClasses = ["RG3004", "RG3007", "RG3008", "RG3013"];
    private static readonly ImmutableArray<string> OfStatements =
    [
        "RG3001",
        "RG3002",
        "RG3003",
        "RG3005",
        "RG3006",
        "RG3011",
        "RG3012",
        "RG3014",
        "RG3015",
        "RG3016",
    ];

    private readonly ImmutableArray<TextRange> _dependent =
    [
        .. scope
            .Tree.Statements.Select(statement => scope.Range(statement))
            .Where(range => scope.HostPlaces.Exists(range.Contains)),
    ];

    /// <summary>The findings with the host where they need it.</summary>
    public ImmutableArray<Diagnostic> Apply(ImmutableArray<Diagnostic> found)
    {
        if (_dependent.IsEmpty || scope.Target.Name != TargetProfile.Generic.Name)
            return found;

        var note =
            $" On the target `{scope.Target.Name}` ({NamedHostFacts.Describe(scope.Target)}); elsewhere the host's "
            + "constants are others: give `--profile`.";
        return [.. found.Select(each => Depends(each) ? each with { Message = each.Message + note } : each)];
    }

    private bool Depends(Diagnostic found) =>
        OfAllClasses.Contains(found.Code, StringComparer.Ordinal)
        || (
            OfStatements.Contains(found.Code, StringComparer.Ordinal)
            && _dependent.Any(range =>
                range.Contains(found.Range) || found.Related.Any(related => range.Contains(related.Range))
            )
        );
}

/// <summary>The facts of a host that a policy can name.</summary>
public static class NamedHostFacts
{
    /// <summary>Them in a few words: how many cores and sockets, how much cache.</summary>
    /// <param name="target">The target on that host.</param>
    public static string Describe(TargetProfile target) =>
        FormattableString.Invariant(
            $"{target.Cores} {(target.Cores == 1 ? "core" : "cores")}, {target.Sockets} {(target.Sockets == 1 ? "socket" : "sockets")}, {AmountText.Of(target.LlcBytes, SignalType.Bytes)} of L3"
        );
}
