using NodaTime;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Testing;

/// <summary>Runs a policy's tests under the governor that decides in the service, with the test's own clock. What a
/// test does not give is pending.</summary>
/// <param name="program">The policy, compiled for the target in force.</param>
/// <param name="readPlan">The bytes of a plan document by its path relative to the policy, or null
/// where it cannot be read.</param>
/// <param name="programFor">The same policy compiled for a named target, or null where there is no such target.</param>
internal sealed class PolicyTestRunner(
    PolicyProgram program,
    Func<string, byte[]?> readPlan,
    Func<string, PolicyProgram?> programFor
)
{
    /// <summary>The moment of a test that names none, in which no window decides.</summary>
    public static Instant DefaultMoment { get; } = NodaConstants.UnixEpoch;

    /// <summary>Runs all tests of the policy, in the order of the text.</summary>
    public ImmutableArray<PolicyTestResult> RunAll() => [.. program.Policy.Tests.Select(Run)];

    /// <summary>Runs one test.</summary>
    public PolicyTestResult Run(PolicyTest test)
    {
        var chosen = test.Target is null || test.Target == program.Target.Name ? program : programFor(test.Target);
        if (chosen is null)
            return CannotRun(test, $"there is no target profile `{test.Target}`, or the policy has errors for it");

        var (given, problem) = Given(test, chosen);
        return problem is null ? Play(test, chosen, given) : CannotRun(test, problem);
    }

    private static PolicyTestResult Play(PolicyTest test, PolicyProgram chosen, GivenSignals given)
    {
        var begin = (test.At?.ToInstant() ?? DefaultMoment).ToDateTimeOffset();
        var stage = new TestStage(chosen, begin, given, isTimeLine: !test.Moments.IsEmpty);
        var need = test.At is null ? WindowNeed.Of(chosen) : null;
        ImmutableArray<TestExpectation> all = [.. test.Expected, .. test.Moments.SelectMany(moment => moment.Expected)];
        string? needed = null;
        if (test.Moments is not [{ After: var first }, ..] || first > TimeSpan.Zero)
        {
            stage.Look();
            needed = need?.Find(stage, all);
        }

        void Watch() => needed ??= need?.Find(stage, all);
        var sights = test.Moments.IsEmpty
            ? [new MomentJudge(stage, test.Expected).Judge()]
            : Moments(test, stage, Watch).ToImmutableArray();
        return needed is null ? Result(test, sights) : NeedsTime(test, needed, sights);
    }

    private static IEnumerable<MomentResult> Moments(PolicyTest test, TestStage stage, Action watch)
    {
        foreach (var moment in test.Moments)
        {
            stage.Pass(stage.Begin + moment.After, watch);
            stage.Give(moment);
            stage.Look();
            watch();
            var sight = new MomentJudge(stage, test.Expected.AddRange(moment.Expected)).Judge();
            yield return sight.Message.Length == 0
                ? sight
                : sight with
                {
                    Message = $"at {moment.Text}: {sight.Message}",
                };
        }
    }

    private static PolicyTestResult Result(PolicyTest test, ImmutableArray<MomentResult> sights)
    {
        var shown = sights.FirstOrDefault(sight => sight.Message.Length > 0) ?? sights[^1];
        var message = string.Join('\n', sights.Select(sight => sight.Message).Where(each => each.Length > 0));
        return new PolicyTestResult(test, message.Length == 0, message, shown.Decision.ClassIndex, shown.Trace)
        {
            Sights = sights,
        };
    }

    private static PolicyTestResult NeedsTime(PolicyTest test, string what, ImmutableArray<MomentResult> sights) =>
        new(
            test,
            false,
            $"a window decides about {what}, and the test says no time: write one, such as `at "
                + "\"2026-11-20T10:00+01:00\"`",
            sights[0].Decision.ClassIndex,
            sights[0].Trace
        );

    private static PolicyTestResult CannotRun(PolicyTest test, string problem) => new(test, false, problem, -1, null);

    /// <summary>Signals given by name win over those of the plan.</summary>
    private (GivenSignals Given, string? Problem) Given(PolicyTest test, PolicyProgram chosen)
    {
        var given = GivenSignals.None;
        if (test.PlanPath is { } path)
        {
            var values = new SignalValues();
            if (FillPlan(path, test.PlanStatement, chosen, values) is { } problem)
                return (given, problem);

            given = SignalCatalog
                .All.Where(signal => values[signal].State != SignalState.Pending)
                .Aggregate(given, (whole, signal) => whole.With(signal, values[signal]));
        }

        given = test.Given.Aggregate(given, (whole, signal) => whole.With(signal.Signal, GivenValues.ToValue(signal)));
        return (given with { Late = given.Late.SetItems(test.Late.Select(GivenValues.ToLate)) }, null);
    }

    private string? FillPlan(string path, int ordinal, PolicyProgram chosen, SignalValues values)
    {
        if (readPlan(path) is not { } bytes)
            return $"the plan `{path}` cannot be read: check the path, which is relative to the policy";

        var document = PlanReader.Read(bytes, PlanJudging.Options(chosen.Target));
        if (document.Damage is { } damage)
            return $"the plan `{path}` is cut or damaged: {damage.Code} {damage.Message}";

        if (document.Statements.FirstOrDefault(statement => statement.Ordinal == ordinal) is not { } found)
        {
            var why = document.Diagnostics.IsEmpty
                ? $"it has {document.Statements.Length} statements, counted from 0"
                : document.Diagnostics[0].Message;
            return $"the plan `{path}` has no statement {ordinal}: {why}";
        }

        SignalMapper.FillFromPlan(found, values);
        return null;
    }
}
