using Antlr4.Runtime;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Syntax;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing.Trees;

internal sealed class TestTrees(TreeSlices slices, ExpressionTrees expressions, SettingTrees settings)
{
    public TestSyntax Of(TestStatementContext test) =>
        new(slices.Of(test), slices.Token(test.STRING()), [.. test.testItem().Select(Of)]);

    private TestItemSyntax Of(TestItemContext item)
    {
        var slice = slices.Of(item);
        return item switch
        {
            GivenItemContext given => new TestItemSyntax.Given(slice, [.. given.given().Select(Of)]),
            MomentItemContext moment => new TestItemSyntax.Given(slice, [Of(moment.moment())]),
            TimedItemContext timed => new TestItemSyntax.Timed(
                slice,
                expressions.Of(timed.expression()),
                [.. timed.testItem().Select(Of)]
            ),
            ProfileItemContext profile => new TestItemSyntax.Given(slice, [Of(profile.profile())]),
            ExpectItemContext expect => new TestItemSyntax.Expect(
                slice,
                expect.PROVISIONAL() is not null,
                [.. expect.expectation().Select(Of)]
            ),
            CasesItemContext cases => new TestItemSyntax.Cases(
                slice,
                [.. cases.caseHeader().signal().Select(slices.Signal)],
                [
                    .. cases
                        .caseHeader()
                        .caseColumn()
                        .Select(column => new CaseColumnSyntax(slices.Of(column), slices.NameOrNone(column.name()))),
                ],
                [.. cases.caseRow().Select(Of)]
            ),
            _ => throw Unmapped.Rule(item),
        };
    }

    private GivenSyntax Of(GivenContext given)
    {
        var slice = slices.Of(given);
        return given switch
        {
            GivenPlanContext plan => new GivenSyntax.Plan(slice, slices.Token(plan.STRING())),
            GivenStatementContext statement => new GivenSyntax.Statement(slice, slices.Token(statement.INTEGER())),
            GivenSessionContext session => new GivenSyntax.Session(slice, [.. session.sessionValue().Select(Of)]),
            GivenSignalsContext signals => new GivenSyntax.Signals(slice, [.. signals.signalValue().Select(Of)]),
            GivenSignalContext signal => new GivenSyntax.Signals(slice, [Of(signal.signalValue())]),
            GivenLateContext late => new GivenSyntax.Late(
                slice,
                slices.Name(late.name()),
                expressions.Of(late.expression())
            ),
            GivenMomentContext moment => Of(moment.moment()),
            GivenProfileContext profile => Of(profile.profile()),
            _ => throw Unmapped.Rule(given),
        };
    }

    private GivenSyntax.Moment Of(MomentContext moment) => new(slices.Of(moment), slices.Token(moment.STRING()));

    private GivenSyntax.Profile Of(ProfileContext profile) => new(slices.Of(profile), slices.Token(profile.Stop));

    private GivenValueSyntax Of(SessionValueContext value) =>
        new(slices.Of(value), slices.Name(value.name()), [expressions.Of(value.expression())]);

    private GivenValueSyntax Of(SignalValueContext value) =>
        new(
            slices.Of(value),
            slices.Signal(value.signal()),
            value.expression() is { } single ? [expressions.Of(single)] : expressions.All(value.textSet().expression())
        );

    private ExpectationSyntax Of(ExpectationContext expectation)
    {
        var absent = expectation.GetRuleContext<AbsenceContext>(0);
        var setting = expectation.GetRuleContext<SettingBodyContext>(0);
        ParserRuleContext said = absent is null ? expectation : absent;
        return new ExpectationSyntax(
            slices.Of(expectation),
            slices.Token(said.Start),
            absent is not null,
            slices.NameOrNone(said.GetRuleContext<NameContext>(0)),
            slices.TokenOrNone(said.GetToken(RgPolicyLexer.INTEGER, 0) ?? said.GetToken(RgPolicyLexer.STRING, 0)),
            setting is null ? null : settings.Of(setting)
        );
    }

    private CaseRowSyntax Of(CaseRowContext row) =>
        new(slices.Of(row), expressions.All(row.expression()), [.. row.caseCell().Select(slices.Name)]);
}
