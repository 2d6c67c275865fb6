using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>RG5001: questions about what the target's server or host never tells.</summary>
internal sealed class TargetSignalCheck(TargetProfile target, DiagnosticBag bag)
{
    public void Run(Policy policy)
    {
        foreach (var item in policy.Classes)
        {
            if (item.Condition is { } condition)
                Check(condition, $"class `{item.Name}`", "no query gets this class by it");
        }

        foreach (var rule in policy.Rules)
        {
            foreach (var step in rule.Steps)
                Check(step.When, $"rule `{rule.Name}`", "the step never holds by it");
        }

        foreach (var state in policy.States)
        {
            Check(state.When, $"state `{state.Name}`", "the state is never entered by it");
            if (state.Until is { } until)
                Check(until, $"state `{state.Name}`", "the state is never left by it");
        }
    }

    private void Check(Condition condition, string owner, string result)
    {
        foreach (var atom in condition.PositiveAtoms().Where(IsUntold))
            bag.Add("RG5001", atom.Range, Message(atom, owner, result));
    }

    // Where no target is named, it may be any of those that tell it.
    private bool IsUntold(AtomCondition atom) =>
        !target.IsAssumed && (IsPressureOff(atom) || !SignalCapability.IsTold(atom.Signal, target.DbmsKind));

    private bool IsPressureOff(AtomCondition atom) =>
        target.TellsNoPressure && SignalCapability.IsPressure(atom.Signal);

    private string Message(AtomCondition atom, string owner, string result) =>
        $"`{atom.Text}` ({owner}) asks for what "
        + (IsPressureOff(atom) ? "a host without PSI" : target.DbmsKind)
        + $" does not tell: `{atom.Signal.Name}` is unknown on `{target.Name}`, so {result}.";
}
