using System.Collections.Immutable;
using NodaTime;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Model;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Testing;

/// <summary>Runs a policy's tests with the same code that decides in the service. What a test does not give is pending.</summary>
/// <param name="program">The policy, compiled for the target in force.</param>
/// <param name="readPlan">The bytes of a plan document by its path relative to the policy, or null where it cannot be read.</param>
/// <param name="programFor">The same policy compiled for a named target, or null where there is no such target.</param>
public sealed class PolicyTestRunner(
    PolicyProgram program, Func<string, byte[]?> readPlan, Func<string, PolicyProgram?> programFor)
{
    /// <summary>The moment of a test that names none: windows count against it.</summary>
    public static Instant DefaultMoment { get; } = NodaConstants.UnixEpoch;

    /// <summary>Runs all tests of the policy, in the order of the text.</summary>
    public ImmutableArray<PolicyTestResult> RunAll() => [.. program.Policy.Tests.Select(Run)];

    /// <summary>Runs one test.</summary>
    public PolicyTestResult Run(PolicyTest test)
    {
        var chosen = test.Target is null || test.Target == program.Target.Name ? program : programFor(test.Target);
        if (chosen is null)
        {
            return CannotRun(test, $"there is no target profile `{test.Target}`, or the policy has errors for it");
        }

        var values = new SignalValues();
        if (FillGiven(test, chosen, values) is { } problem)
        {
            return CannotRun(test, problem);
        }

        var moment = test.At?.ToInstant() ?? DefaultMoment;
        var decision = chosen.Classify(values, moment);
        var message = Compare(test, chosen, decision);
        return new PolicyTestResult(
            test, message.Length == 0, message, decision.ClassIndex, chosen.Explain(values, moment));
    }

    private static PolicyTestResult CannotRun(PolicyTest test, string problem) => new(test, false, problem, -1, null);

    /// <summary>Signals given by name win over those of the plan.</summary>
    private string? FillGiven(PolicyTest test, PolicyProgram chosen, SignalValues values)
    {
        SignalMapper.Reset(values, chosen.Target);
        if (test.PlanPath is { } path && FillPlan(path, test.PlanStatement, chosen, values) is { } problem)
        {
            return problem;
        }

        foreach (var given in test.Given)
        {
            values[given.Signal] = GivenValues.ToValue(given);
        }

        return null;
    }

    private string? FillPlan(string path, int ordinal, PolicyProgram chosen, SignalValues values)
    {
        if (readPlan(path) is not { } bytes)
        {
            return $"the plan `{path}` cannot be read: check the path, which is relative to the policy";
        }

        var document = PlanReader.Read(bytes, new PlanReaderOptions { LlcBytes = chosen.Target.LlcBytes });
        if (document.Statements.FirstOrDefault(statement => statement.Ordinal == ordinal) is not { } found)
        {
            var why = document.Diagnostics.IsEmpty
                ? $"it has {document.Statements.Length} statements, counted from 0" : document.Diagnostics[0].Message;
            return $"the plan `{path}` has no statement {ordinal}: {why}";
        }

        SignalMapper.FillFromPlan(found, values);
        return null;
    }

    private static string Compare(PolicyTest test, PolicyProgram chosen, ClassDecision decision)
    {
        var winner = chosen.Policy.Classes[decision.ClassIndex];
        var differences = Differences(test, chosen, decision, winner).ToList();
        return differences.Count == 0
            ? ""
            : $"{string.Join("; ", differences)} (decided by class `{winner.Name}`, line {winner.Range.StartLine})";
    }

    private static IEnumerable<string> Differences(
        PolicyTest test, PolicyProgram chosen, ClassDecision decision, QueryClass winner)
    {
        if (test.ExpectedClass is { } expectedClass
            && (expectedClass != winner.Name || test.ExpectProvisional != decision.IsProvisional))
        {
            yield return $"expected {Describe(expectedClass, test.ExpectProvisional)}, "
                + $"got {Describe(winner.Name, decision.IsProvisional)}{Pending(test, decision)}";
        }
        else if (decision.IsProvisional && !test.ExpectProvisional)
        {
            yield return $"expected a final class, got {Describe(winner.Name, true)}{Pending(test, decision)}";
        }

        if (test.ExpectedPool is { } pool && pool != winner.Pool.Name)
        {
            yield return $"expected pool `{pool}`, got pool `{winner.Pool.Name}`";
        }

        if (test.ExpectedLine is { } line && line != winner.Range.StartLine)
        {
            yield return $"expected line {line} to decide, got line {winner.Range.StartLine}";
        }

        foreach (var setting in test.ExpectedSettings)
        {
            var actual = chosen.Policy.Pools[winner.Pool.Index].Find(setting.Name);
            if (actual is null || MeaningText.Of(actual.Value) != MeaningText.Of(setting.Value))
            {
                yield return $"expected `{setting.Text}`, got "
                    + (actual is null ? $"no `{SettingNames.ToText(setting.Name)}`" : $"`{actual.Text}`");
            }
        }
    }

    private static string Describe(string name, bool isProvisional) =>
        (isProvisional ? "provisional class `" : "class `") + name + "`";

    private static string Pending(PolicyTest test, ClassDecision decision) => decision.IsProvisional && !test.ExpectProvisional
        ? ", because " + string.Join(", ", SignalMasks.Names(decision.PendingSignals)) + " is not given"
        : "";
}
