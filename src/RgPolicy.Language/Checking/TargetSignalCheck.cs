using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>RG5001: questions about what the target's server never tells.</summary>
internal sealed class TargetSignalCheck(TargetProfile target, DiagnosticBag bag)
{
    public void Run(Policy policy)
    {
        foreach (var item in policy.Classes)
        {
            if (item.Condition is { } condition)
            {
                Check(condition, $"class `{item.Name}`", "no query gets this class by it");
            }
        }

        foreach (var rule in policy.Rules)
        {
            foreach (var step in rule.Steps)
            {
                Check(step.When, $"rule `{rule.Name}`", "the step never holds by it");
            }
        }

        foreach (var state in policy.States)
        {
            Check(state.When, $"state `{state.Name}`", "the state is never entered by it");
        }
    }

    private void Check(Condition condition, string owner, string result)
    {
        foreach (var atom in PositiveAtoms.Of(condition).Where(IsUntold))
        {
            bag.Add("RG5001", atom.Range, Message(atom, owner, result));
        }
    }

    // Where no target is named, it may be any of those that tell it.
    private bool IsUntold(AtomCondition atom) =>
        !target.IsAssumed && (!SignalCapability.IsTold(atom.Signal, target.DbmsKind) || IsPressureOff(atom));

    private bool IsPressureOff(AtomCondition atom) =>
        atom.Signal.Phase == SignalPhase.Host
        && atom.Signal.Name.EndsWith(".pressure", StringComparison.Ordinal)
        && !target.Capabilities.Contains("psi", StringComparer.Ordinal);

    private string Message(AtomCondition atom, string owner, string result) =>
        $"`{atom.Text}` ({owner}) asks for what "
        + (IsPressureOff(atom) ? "the kernel does not tell without PSI" : $"{target.DbmsKind} does not tell")
        + $": `{atom.Signal.Name}` is unknown on `{target.Name}`, so {result}.";
}
