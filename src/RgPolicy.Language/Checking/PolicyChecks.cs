using RgPolicy.Language.Analysis;
using RgPolicy.Language.Binding;
using RgPolicy.Language.Checking.Logic;
using RgPolicy.Language.Model;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Checking;

internal sealed class PolicyChecks(BindingScope scope)
{
    public void Run(Policy policy)
    {
        var isBound = !scope.Bag.HasErrors;
        new ScriptCheck(scope).Run();
        new CapacityCheck(scope.Target, scope.Bag).Run(policy);
        new CacheCheck(scope.Target, scope.Bag).Run(policy);
        new EffectiveCapacityCheck(policy, scope.Target, scope.Bag).Run(isBound);
        new TargetSettingCheck(scope.Target, scope.Bag).Run(policy);
        if (isBound)
        {
            new TargetSignalCheck(scope.Target, scope.Bag).Run(policy);
            new StepCheck(scope.Target, scope.Bag).Run(policy);
            new SlotsCheck(scope.Target, scope.Bag).Run(policy);
            new WeightCheck(scope.Target, scope.Bag).Run(policy);
            new MisreadCheck(scope).Run(policy);
            new LadderCheck(scope.Target, scope.Bag).Run(policy);
            new StateCheck(scope.Bag).Run(policy);
            new RepeatCheck(scope).Run(policy);
            new PolicyAnalysis(scope.Bag).Run(policy);
            ReportUnused();
        }
        else
        {
            new PolicyAnalysis(scope.Bag).RunOnConditions(policy);
        }

        // Behind the analysis, which says why such a question can be left out.
        new AnswerCheck(scope.Target, scope.Bag).Run(policy);
    }

    private void ReportUnused()
    {
        Report(
            scope.Pools.Unused,
            name => $"No class and no rule uses the pool `{name}`: remove it, or name it in a class."
        );
        Report(scope.Lets.Unused, name => $"Nothing uses the constant `{name}`: remove it.");
        Report(scope.Windows.Unused, name => $"Nothing uses the window `{name}`: remove it, or ask `during {name}`.");
    }

    private void Report(IEnumerable<(string Name, TextRange Range)> unused, Func<string, string> message)
    {
        foreach (var (name, range) in unused)
            scope.Bag.Add("RG3010", range, message(name));
    }
}
