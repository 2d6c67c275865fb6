using RgPolicy.Language.Model;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>Binds a test file: which policy it is for, and its tests against the names of that policy.</summary>
internal sealed class TestFileBinder(BindingScope scope)
{
    /// <summary>The policy's path as written, or null when a mistake was reported.</summary>
    public string? Use()
    {
        RefuseOthers();
        var uses = scope.Tree.Statements.OfType<UseSyntax>().ToList();
        foreach (var further in uses.Skip(1))
            scope.Report("RG2009", further, "A test file is for one policy: keep one `use`.");

        if (uses.Count == 0 && !scope.Tree.Hides("use"))
        {
            scope.Bag.Add(
                "RG2009",
                scope.Tree.Source.Range(0, 0),
                "A test file begins with its policy: write `use \"NAME.rgp\"`."
            );
        }

        return uses.Count == 0 ? null : ConstantBinder.Unquote(uses[0].Path.Text);
    }

    /// <summary>The tests, bound against the policy; none where there is no policy, which is an error
    /// of the file.</summary>
    public ImmutableArray<PolicyTest> Tests(FoundPolicy found)
    {
        if (found.Policy is { } policy)
            return Tests(policy);

        scope.Report("RG6002", scope.Tree.Statements.OfType<UseSyntax>().First(), $"{found.Problem}.");
        return [];
    }

    private ImmutableArray<PolicyTest> Tests(Policy policy)
    {
        foreach (var pool in policy.Pools)
            scope.Pools.Import(pool.Name, pool, pool.Range);

        foreach (var query in policy.Classes)
            scope.Classes.Import(query.Name, query, query.Range);

        foreach (var rule in policy.Rules)
            scope.Rules.Import(rule.Name, rule, rule.Range);

        foreach (var state in policy.States)
            scope.States.Import(state.Name, state, state.Range);

        scope.ObjectiveClasses.UnionWith(policy.Objectives.Select(objective => objective.Class.Name));
        foreach (var let in scope.Tree.Statements.OfType<LetSyntax>())
            scope.Lets.Declare(let);

        scope.Lets.ComputeAll();
        return new TestBinder(scope).BindAll(scope.Tree.Statements.OfType<TestSyntax>());
    }

    private void RefuseOthers()
    {
        foreach (var statement in scope.Tree.Statements)
        {
            var fits = statement is UseSyntax or TestSyntax or LetSyntax or LanguageSyntax or SkippedSyntax;
            if (!fits)
            {
                scope.Report(
                    "RG2009",
                    statement,
                    "A test file holds `use`, `let` and `test`: this belongs in a policy."
                );
            }
        }
    }
}

/// <summary>The policy that a test file names, or why it cannot be used.</summary>
/// <param name="Policy">The policy, or null.</param>
/// <param name="Problem">Why there is none, a sentence without its end; empty where there is one.</param>
public sealed record FoundPolicy(Policy? Policy, string Problem);
