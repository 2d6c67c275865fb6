using Antlr4.Runtime;
using RgPolicy.Language.Syntax;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing.Trees;

/// <summary>Turns the parser's statements into statements of the syntax tree at once, so that nothing
/// else sees the parser.</summary>
internal sealed class StatementTrees
{
    private readonly TreeSlices _slices;
    private readonly ExpressionTrees _expressions;
    private readonly ConditionTrees _conditions;
    private readonly SettingTrees _settings;
    private readonly RuleTrees _rules;
    private readonly TestTrees _tests;

    public StatementTrees(ImmutableArray<SyntaxToken> tokens)
    {
        _slices = new TreeSlices(tokens);
        _expressions = new ExpressionTrees(_slices);
        _conditions = new ConditionTrees(_slices, _expressions);
        _settings = new SettingTrees(_slices, _expressions);
        _rules = new RuleTrees(_slices, _expressions, _conditions, _settings);
        _tests = new TestTrees(_slices, _expressions, _settings);
    }

    /// <summary>Tokens that fit no statement, from an index to another, both included.</summary>
    public SkippedSyntax Skipped(int first, int last, bool mayDeclare) => new(_slices.Between(first, last), mayDeclare);

    public StatementSyntax Of(StatementContext statement) =>
        (ParserRuleContext)statement.GetChild(0) switch
        {
            LanguageStatementContext language => new LanguageSyntax(
                _slices.Of(language),
                _slices.Token(language.INTEGER())
            ),
            UseStatementContext use => new UseSyntax(_slices.Of(use), _slices.Token(use.STRING())),
            LetStatementContext let => new LetSyntax(
                _slices.Of(let),
                _slices.Name(let.constantName()),
                _expressions.Of(let.expression())
            ),
            WindowStatementContext window => Of(window),
            PoolStatementContext pool => new PoolSyntax(
                _slices.Of(pool),
                _slices.Name(pool.name()),
                _settings.Of(pool.settingBlock())
            ),
            ClassStatementContext query => new ClassSyntax(
                _slices.Of(query),
                _slices.Name(query.className),
                _slices.Name(query.poolName),
                _conditions.Of(query.condition())
            ),
            DefaultStatementContext last => new DefaultSyntax(_slices.Of(last), _slices.Name(last.name())),
            StrategyStatementContext strategy => Of(strategy),
            ScheduleStatementContext schedule => new ScheduleSyntax(
                _slices.Of(schedule),
                _slices.Name(schedule.kind),
                [.. schedule._pools.Select(_slices.Name)]
            ),
            RuleStatementContext rule => _rules.Of(rule),
            StateStatementContext state => Of(state),
            InStateStatementContext block => new InStateSyntax(
                _slices.Of(block),
                _slices.Name(block.name()),
                [.. block.poolOverride().Select(Of)]
            ),
            ObjectiveStatementContext objective => Of(objective),
            TestStatementContext test => _tests.Of(test),
            var other => throw Unmapped.Rule(other),
        };

    private WindowSyntax Of(WindowStatementContext window) =>
        new(
            _slices.Of(window),
            _slices.Name(window.name()),
            [.. window.dayRange().Select(Of)],
            _slices.Token(window.start),
            _slices.Token(window.end),
            _slices.Token(window.zone)
        );

    private DayRangeSyntax Of(DayRangeContext range) =>
        new(_slices.Of(range), _slices.Name(range.first), _slices.NameOrNone(range.last));

    private StrategySyntax Of(StrategyStatementContext strategy) =>
        new(
            _slices.Of(strategy),
            _slices.Name(strategy.name()),
            strategy.signal() is { } by ? _slices.Signal(by) : null,
            _expressions.OrNone(strategy.expression())
        );

    private StateSyntax Of(StateStatementContext state) =>
        new(
            _slices.Of(state),
            _slices.Name(state.name()),
            _conditions.Of(state.condition()),
            _expressions.OrNone(state.enterAfter),
            _conditions.LeaveOrNone(state.leave()),
            _expressions.OrNone(state.leaveAfter)
        );

    private PoolSyntax Of(PoolOverrideContext pool) =>
        new(_slices.Of(pool), _slices.Name(pool.name()), _settings.Of(pool.settingBlock()));

    private ObjectiveSyntax Of(ObjectiveStatementContext objective) =>
        new(
            _slices.Of(objective),
            _slices.Name(objective.name()),
            _slices.Name(objective.percentile()),
            _expressions.Of(objective.expression()),
            [.. (objective.yieldBlock()?.name() ?? []).Select(_slices.Name)]
        );
}

/// <summary>An alternative of the grammar that the syntax tree does not know: a mistake in the program.</summary>
internal static class Unmapped
{
    public static NotSupportedException Rule(ParserRuleContext context) =>
        new($"The syntax tree has no part for {context.GetType().Name}.");
}
