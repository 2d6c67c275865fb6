using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>Syntax tree to a policy: resolves names, checks types and units, computes constants for the
/// target.</summary>
internal sealed class PolicyBinder(BindingScope scope)
{
    private SyntaxTree Tree => scope.Tree;

    /// <summary>What could be bound; with mistakes among the findings it is not the whole policy.</summary>
    public Policy Bind()
    {
        var version = Language();
        RefuseUse();
        DeclareLost();
        DeclareConstants();
        BindWindows();
        var pools = BindPools();
        var strategy = Strategy();
        var classes = new ClassBinder(scope).Bind(Tree.Statements);
        return new Policy
        {
            Path = Tree.Source.Path,
            Text = Tree.Source.Content,
            LanguageVersion = version,
            Pools = pools,
            Classes = classes,
            Windows =
            [
                .. Of<WindowSyntax>()
                    .Select(window => scope.Windows.Peek(window.Name.Text))
                    .OfType<Window>()
                    .Distinct(),
            ],
            CacheStrategy = strategy,
            Schedule = new ScheduleBinder(scope).Bind([.. Of<ScheduleSyntax>()]),
            Rules = Rules(classes),
            States = new StateBinder(scope).Bind(Of<StateSyntax>(), [.. Of<InStateSyntax>()]),
            Objectives =
            [
                .. Of<ObjectiveSyntax>()
                    .Select(objective => Known(objective, new ObjectiveBinder(scope).Bind(objective, classes)))
                    .OfType<Objective>(),
            ],
            Tests = new TestBinder(scope).BindAll(Of<TestSyntax>()),
        };
    }

    private IEnumerable<T> Of<T>()
        where T : StatementSyntax => Tree.Statements.OfType<T>();

    private int Language()
    {
        var stated = Of<LanguageSyntax>().ToList();
        if (stated.Count == 0 && Tree.IsComplete)
        {
            var start = Tree.Source.Range(0, 0);
            scope.Bag.Add(
                "RG7001",
                start,
                "The language version is not stated: version 1 is meant.",
                new Fix("Write `language 1`", true, [new TextEdit(start, "language 1\n\n")])
            );
        }

        foreach (var further in stated.Skip(1))
            scope.Report("RG2009", further, "The language version is stated twice: keep one, at the top.");

        foreach (var other in stated.Take(1).Where(first => first.Version.Text != "1"))
            scope.Report("RG2008", other, $"This program reads language version 1, not {other.Version.Text}.");

        return 1;
    }

    private void RefuseUse()
    {
        foreach (var use in Of<UseSyntax>())
            scope.Report("RG2009", use, "`use` belongs in a test file (*.rgtest): a policy stands alone.");
    }

    private void DeclareLost()
    {
        scope.Lets.DeclareLost();
        scope.Windows.DeclareLost();
        scope.Pools.DeclareLost();
        scope.Classes.DeclareLost();
        scope.Rules.DeclareLost();
    }

    private void DeclareConstants()
    {
        foreach (var let in Of<LetSyntax>())
            scope.Lets.Declare(let);

        scope.Lets.ComputeAll();
    }

    private void BindWindows()
    {
        var binder = new WindowBinder(scope);
        foreach (var window in Of<WindowSyntax>())
        {
            var bound = binder.Bind(window);
            scope.Windows.Declare(window.Name, bound);
        }
    }

    private ImmutableArray<Pool> BindPools()
    {
        var contexts = Of<PoolSyntax>().ToList();
        contexts.ForEach(scope.CoreSets.Declare);
        var declared = contexts.Where(pool => scope.Pools.Declare(pool.Name, null)).ToList();
        var bound = ImmutableArray.CreateBuilder<Pool>();
        foreach (var context in declared)
        {
            var pool = new Pool(
                context.Name.Text,
                bound.Count,
                scope.Settings.BindBlock(context.Block),
                scope.Range(context.Name)
            );
            scope.Pools.Set(pool.Name, pool);
            bound.Add(pool);
        }

        return bound.ToImmutable();
    }

    private CacheStrategy? Strategy()
    {
        var strategies = Of<StrategySyntax>().ToList();
        foreach (var further in strategies.Skip(1))
            scope.Report("RG2009", further, "There already is a cache strategy: keep one.");

        return strategies.Count == 0 ? null : new StrategyBinder(scope).Bind(strategies[0]);
    }

    private ImmutableArray<Rule> Rules(ImmutableArray<QueryClass> classes)
    {
        var binder = new RuleBinder(scope);
        return
        [
            .. Of<RuleSyntax>()
                .Where(rule => scope.Rules.Declare(rule.Name, null))
                .Select(rule => Named(rule, binder.Bind(rule, classes)))
                .OfType<Rule>(),
        ];
    }

    private Rule? Named(RuleSyntax syntax, Rule? rule)
    {
        scope.Rules.Set(syntax.Name.Text, rule);
        return rule;
    }

    private Objective? Known(ObjectiveSyntax syntax, Objective? objective)
    {
        scope.ObjectiveClasses.Add(syntax.Class.Text);
        return objective;
    }
}
