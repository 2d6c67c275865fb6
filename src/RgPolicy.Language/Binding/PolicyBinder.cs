using System.Collections.Immutable;
using Antlr4.Runtime;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Parsing;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Binding;

/// <summary>Parse trees to a policy: resolves names, checks types and units, computes constants for the target.</summary>
internal sealed class PolicyBinder(BindingScope scope)
{
    private ParsedPolicy Parsed => scope.Parsed;

    /// <summary>What could be bound; with mistakes among the findings it is not the whole policy.</summary>
    public Policy Bind()
    {
        var version = Language();
        RefuseUse();
        DeclareConstants();
        BindWindows();
        var pools = BindPools();
        var strategy = Strategy();
        var classes = new ClassBinder(scope).Bind(Parsed.Statements);
        return new Policy
        {
            Path = Parsed.Source.Path,
            LanguageVersion = version,
            Pools = pools,
            Classes = classes,
            Windows = [.. Of(statement => statement.windowStatement())
                .Select(window => scope.Windows.Peek(window.name().GetText())).OfType<Window>().Distinct()],
            CacheStrategy = strategy,
            Rules = Rules(classes),
            States = new StateBinder(scope).Bind(
                Of(statement => statement.stateStatement()), [.. Of(statement => statement.inStateStatement())]),
            Objectives = [.. Of(statement => statement.objectiveStatement())
                .Select(objective => new ObjectiveBinder(scope).Bind(objective, classes)).OfType<Objective>()],
            Tests = new TestBinder(scope).BindAll(Of(statement => statement.testStatement())),
        };
    }

    private IEnumerable<T> Of<T>(Func<StatementContext, T?> pick)
        where T : ParserRuleContext => Parsed.Statements.Select(pick).OfType<T>();

    private int Language()
    {
        var stated = Of(statement => statement.languageStatement()).ToList();
        if (stated.Count == 0 && Parsed.IsComplete)
        {
            var start = Parsed.Source.Range(0, 0);
            scope.Bag.Add("RG7001", start, "The language version is not stated: version 1 is meant.",
                new Fix("Write `language 1`", true, [new TextEdit(start, "language 1\n\n")]));
        }

        foreach (var further in stated.Skip(1))
        {
            scope.Report("RG2009", further, "The language version is stated twice: keep one, at the top.");
        }

        foreach (var other in stated.Take(1).Where(first => first.INTEGER().GetText() != "1"))
        {
            scope.Report("RG2008", other, $"This program reads language version 1, not {other.INTEGER().GetText()}.");
        }

        return 1;
    }

    private void RefuseUse()
    {
        foreach (var use in Of(statement => statement.useStatement()))
        {
            scope.Report("RG2009", use, "`use` belongs into a test file (*.rgtest): a policy stands alone.");
        }
    }

    private void DeclareConstants()
    {
        foreach (var let in Of(statement => statement.letStatement()))
        {
            scope.Lets.Declare(let);
        }

        scope.Lets.ComputeAll();
    }

    private void BindWindows()
    {
        var binder = new WindowBinder(scope);
        foreach (var window in Of(statement => statement.windowStatement()))
        {
            var bound = binder.Bind(window);
            scope.Windows.Declare(window.name(), bound);
        }
    }

    private ImmutableArray<Pool> BindPools()
    {
        var contexts = Of(statement => statement.poolStatement()).ToList();
        contexts.ForEach(scope.CoreSets.Declare);
        var declared = contexts.Where(pool => scope.Pools.Declare(pool.name(), null)).ToList();
        var bound = ImmutableArray.CreateBuilder<Pool>();
        foreach (var context in declared)
        {
            var pool = new Pool(context.name().GetText(), bound.Count,
                scope.Settings.BindBlock(context.settingBlock()), scope.Range(context.name()));
            scope.Pools.Set(pool.Name, pool);
            bound.Add(pool);
        }

        return bound.ToImmutable();
    }

    private CacheStrategy? Strategy()
    {
        var strategies = Of(statement => statement.strategyStatement()).ToList();
        foreach (var further in strategies.Skip(1))
        {
            scope.Report("RG2009", further, "There already is a cache strategy: keep one.");
        }

        return strategies.Count == 0 ? null : new StrategyBinder(scope).Bind(strategies[0]);
    }

    private ImmutableArray<Rule> Rules(ImmutableArray<QueryClass> classes)
    {
        var names = new NameTable<RuleStatementContext>("rule", Parsed, scope.Bag);
        var binder = new RuleBinder(scope);
        return
        [
            .. Of(statement => statement.ruleStatement())
                .Where(rule => names.Declare(rule.ruleName, rule))
                .Select(rule => binder.Bind(rule, classes)).OfType<Rule>(),
        ];
    }
}
