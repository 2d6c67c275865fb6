using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Targets;

namespace RgPolicy.Service.Characterising.Throttling;

/// <summary>Finds what may be throttled, and says why the rest is not.</summary>
internal sealed class NeedReader(KneePolicyRequest request)
{
    private readonly List<string> _reasons = [];
    private readonly HashSet<string> _names = new(StringComparer.Ordinal) { "default" };
    private readonly HashSet<string> _shares = new(StringComparer.Ordinal);

    /// <summary>Why statements are not throttled, a line for each statement and lever.</summary>
    public IReadOnlyList<string> Reasons => _reasons;

    /// <summary>What each statement needs; without those that nothing is known to be enough for.</summary>
    public ImmutableArray<StatementNeed> Read() =>
        [
            .. SameStatements
                .Of(request.Workload.Statements, request.Fingerprints)
                .Select(NeedOf)
                .Where(need => !need.Cells.IsEmpty),
        ];

    private StatementNeed NeedOf(SameStatements same) =>
        new(
            PolicyName.Of(same.Statements[0].Name, _names),
            same.Statements[0].Text,
            same.Fingerprints,
            [.. CellsOf([.. same.Statements.Select(each => each.Name)])]
        );

    private IEnumerable<KneeCell> CellsOf(ImmutableArray<string> names) =>
        request
            .Result.Curves.Where(curve =>
                curve.Statement is { } statement && names.Contains(statement, StringComparer.Ordinal)
            )
            .GroupBy(curve => curve.Lever)
            .Select(LargestOf)
            .OfType<KneeCell>();

    /// <summary>Only where each of them may be throttled.</summary>
    private KneeCell? LargestOf(IGrouping<SweepLever, Curve> curves)
    {
        var read = curves.Select(curve => (Curve: curve, Found: KneeCell.Of(curve))).ToArray();
        foreach (var (curve, (_, reason)) in read.Where(each => each.Found.Cell is null))
            Leave(curve, reason ?? "");

        if (read.Any(each => each.Found.Cell is null))
            return null;

        var largest = read.Select(each => each.Found.Cell).OfType<KneeCell>().MaxBy(cell => cell.Point.Setting.Value);
        if (largest is null || Refusal(largest) is not { } refusal)
            return largest;

        Leave(largest.Curve, refusal);
        return null;
    }

    private void Leave(Curve curve, string reason) =>
        _reasons.Add($"`{curve.Statement}` by {SweepLeverName.Of(curve.Lever)}: {reason}");

    private string? Refusal(KneeCell cell) =>
        WarningOf(cell, request.Target) ?? (HasRoom(cell) ? null : "this host has no class of service left for it");

    /// <summary>What the target does not carry out as it is written makes no setting.</summary>
    private string? WarningOf(KneeCell cell, TargetProfile target)
    {
        var setting = KneeSetting.Of(cell.Curve.Lever, cell.Point.Setting, request.Topology);
        var check = PolicyReader.Check($"language 1\npool p {{ {setting} }}\ndefault -> p\n", "p.rgp", target);
        return check
            .Diagnostics.FirstOrDefault(each => each.Severity is DiagnosticSeverity.Error or DiagnosticSeverity.Warning)
            ?.Message;
    }

    /// <summary>A statement's ways and bandwidth have one class of service, of those that the host has one is for all
    /// else.</summary>
    private bool HasRoom(KneeCell cell) =>
        cell.Curve is not { Lever: SweepLever.Llc or SweepLever.Bandwidth, Statement: { } statement }
        || _shares.Contains(statement)
        || (_shares.Count < request.Target.ClassesOfService - 1 && _shares.Add(statement));
}

/// <summary>A name in the policy language for a statement that a user called otherwise.</summary>
internal static class PolicyName
{
    private const int Longest = 40;

    /// <summary>Small letters, digits and <c>_</c>, other than all that are taken; takes it.</summary>
    public static string Of(string name, HashSet<string> taken)
    {
        var plain = new StringBuilder("q_");
        foreach (var each in name.Take(Longest))
        {
            if (char.IsAsciiLetterOrDigit(each))
                plain.Append(char.ToLowerInvariant(each));
            else if (plain[^1] != '_')
                plain.Append('_');
        }

        var wanted = plain.ToString().TrimEnd('_');
        var found = wanted;
        for (var number = 2; !taken.Add(found); number++)
            found = Invariant($"{wanted}_{number}");
        return found;
    }
}

/// <summary>Statements that a policy cannot tell apart: they share a fingerprint.</summary>
/// <param name="Statements">At least one, in the order of the workload.</param>
/// <param name="Fingerprints">Of all of them.</param>
internal sealed record SameStatements(ImmutableArray<TrialStatement> Statements, ImmutableArray<string> Fingerprints)
{
    /// <summary>All statements that have a fingerprint.</summary>
    public static ImmutableArray<SameStatements> Of(
        ImmutableArray<TrialStatement> statements,
        ImmutableDictionary<string, ImmutableArray<string>> fingerprints
    ) =>
        statements.Aggregate(
            ImmutableArray<SameStatements>.Empty,
            (groups, statement) =>
                fingerprints.GetValueOrDefault(statement.Name, []) is { IsEmpty: false } found
                    ? With(groups, new SameStatements([statement], found))
                    : groups
        );

    // One id may have several texts, and one text several ids: a list of literals counts as one in the text only.
    private static ImmutableArray<SameStatements> With(ImmutableArray<SameStatements> groups, SameStatements added)
    {
        var same = groups
            .Where(group => group.Fingerprints.Intersect(added.Fingerprints, StringComparer.Ordinal).Any())
            .Append(added)
            .ToArray();
        if (same.Length == 1)
            return groups.Add(added);
        var united = new SameStatements(
            [.. same.SelectMany(group => group.Statements)],
            [.. same.SelectMany(group => group.Fingerprints).Distinct(StringComparer.Ordinal)]
        );
        return groups.RemoveRange(same[1..^1]).Replace(same[0], united);
    }
}

/// <summary>A measured cell that a setting of a policy goes by.</summary>
internal sealed record KneeCell(Curve Curve, CurvePoint Point)
{
    private const double Enough = 0.95;

    // The interval of a median of fewer runs covers less than 90 %.
    private const int FewestRuns = 5;

    /// <summary>The cell with the highest median.</summary>
    public CurvePoint Best => Curve.Points.MaxBy(point => point.Median) ?? Point;

    /// <summary>The smallest setting that is surely enough for 95 % of the best; where there is none, or it is the
    /// largest that was tried, the reason why nothing is throttled.</summary>
    public static (KneeCell? Cell, string? Reason) Of(Curve curve) =>
        curve switch
        {
            { Knees: [] } => (null, "too few runs"),
            { Knees: [.., { Kind: KneeKind.Insensitive }] } => (
                null,
                $"no knee: already {curve.Points[0].Setting.Text} cannot be told from enough"
            ),
            { Knees: [.., { Kind: KneeKind.StillRising }] } => (
                null,
                $"still rises at {curve.Points[^1].Setting.Text}"
            ),
            { Knees: [.., { Most: { } most }] } when most < curve.Points.Length - 1 => Of(curve, curve.Points[most]),
            _ => (null, "its interval rules a loss out at no setting below the largest"),
        };

    private static (KneeCell? Cell, string? Reason) Of(Curve curve, CurvePoint point)
    {
        var cell = new KneeCell(curve, point);
        return curve.Points.Any(each => each.Runs < FewestRuns) ? (null, "fewer than 5 runs of a setting")
            : point.Low < Enough * (curve.Unlimited ?? 0)
                ? (null, $"with nothing limited it may be faster than with {point.Setting.Text}")
            : point.Low < Enough * cell.Best.Median
                ? (null, $"with {cell.Best.Setting.Text} it may be faster than with {point.Setting.Text}")
            : (cell, null);
    }
}
