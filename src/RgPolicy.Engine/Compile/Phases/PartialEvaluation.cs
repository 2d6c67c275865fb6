using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Compile.Phases;

/// <summary>
/// Evaluates a policy as far as each phase allows: the target's constants first, then symbolically with
/// the signals of one phase after the other.
/// </summary>
internal static class PartialEvaluation
{
    /// <summary>The phases that decide something, or answer something that open classes ask, in order.</summary>
    public static ImmutableArray<PhaseResult> Of(Policy policy, TargetProfile target)
    {
        var values = new SignalValues();
        TargetSignals.Fill(values, target);
        var open = policy
            .Classes.Select(item =>
                (Class: item, Left: Residue.OnTarget(item.Condition, values, WindowsOf(item, target)))
            )
            .ToList();
        var never = open.Where(item => item.Left.Value == Truth.False).Select(item => item.Class).ToImmutableArray();
        open.RemoveAll(item => item.Left.Value == Truth.False);
        var results = ImmutableArray.CreateBuilder<PhaseResult>();
        foreach (var phase in Enum.GetValues<DecisionPhase>())
        {
            // A class below an open one is open too.
            var decided = open.TakeWhile(item => item.Left.Latest <= phase)
                .Select(item => item.Class)
                .ToImmutableArray();
            var isAsked = open.Exists(item => item.Left.Asks(phase));
            open.RemoveRange(0, decided.Length);
            var found = phase == DecisionPhase.Target ? never : [];
            if (isAsked || !decided.IsEmpty || !found.IsEmpty)
            {
                results.Add(
                    new PhaseResult(phase, decided, found, [.. open.Select(item => item.Left.After(phase, item.Class))])
                );
            }
        }

        return results.ToImmutable();
    }

    /// <summary>A classifier of SQL Server's asks at login what a login can answer, windows too; elsewhere they are
    /// asked again and again.</summary>
    private static DecisionPhase WindowsOf(QueryClass item, TargetProfile target) =>
        target.DbmsKind == "sqlserver" && AsksSessionOnly(item.Condition)
            ? DecisionPhase.Session
            : DecisionPhase.Request;

    private static bool AsksSessionOnly(Condition? condition) =>
        condition is not null
        && SignalMasks
            .Names(ConditionCompiler.Compile(condition).Signals)
            .Select(SignalCatalog.Get)
            .All(signal => signal.Phase == SignalPhase.Session || signal.IsTargetConstant);
}
