using System.Collections.Immutable;
using System.Globalization;
using Antlr4.Runtime.Tree;
using NodaTime.Text;
using RgPolicy.Language.Model;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Binding;

/// <summary>Binds policy tests; a mistake in one leaves that test out.</summary>
internal sealed class TestBinder(BindingScope scope)
{
    private static readonly ImmutableArray<OffsetDateTimePattern> MomentPatterns =
    [
        OffsetDateTimePattern.ExtendedIso,
        OffsetDateTimePattern.CreateWithInvariantCulture("uuuu'-'MM'-'dd'T'HH':'mmo<G>"),
    ];

    private readonly GivenBinder _given = new(scope);

    public ImmutableArray<PolicyTest> BindAll(IEnumerable<TestStatementContext> statements)
    {
        var names = new HashSet<string>(StringComparer.Ordinal);
        var bound = ImmutableArray.CreateBuilder<PolicyTest>();
        foreach (var statement in statements)
        {
            if (!names.Add(ConstantBinder.Unquote(statement.STRING().GetText())))
            {
                scope.Bag.Add("RG2003", scope.Parsed.Range(statement.STRING().Symbol),
                    "There already is a test of this name: give this one another.");
            }

            bound.AddRange(Bind(statement));
        }

        return bound.ToImmutable();
    }

    private IEnumerable<PolicyTest> Bind(TestStatementContext statement)
    {
        var test = new PolicyTest
        {
            Name = ConstantBinder.Unquote(statement.STRING().GetText()),
            Range = scope.Range(statement),
        };
        var tables = new List<CasesItemContext>();
        foreach (var item in statement.testItem())
        {
            test = Add(test, item, tables);
        }

        return tables.Count == 0 ? [test] : tables.SelectMany(table => new CaseTableBinder(scope, _given).Expand(test, table));
    }

    private PolicyTest Add(PolicyTest test, TestItemContext item, List<CasesItemContext> tables)
    {
        switch (item)
        {
            case GivenItemContext given:
                return given.given().Aggregate(test, Add);
            case MomentItemContext moment:
                return Moment(test, moment.moment());
            case ProfileItemContext profile:
                return Profile(test, profile.profile());
            case ExpectItemContext expect:
                var start = test with { ExpectProvisional = test.ExpectProvisional || expect.PROVISIONAL() is not null };
                return expect.expectation().Aggregate(start, Expect);
            case CasesItemContext table:
                tables.Add(table);
                return test;
            default:
                return test;
        }
    }

    private PolicyTest Add(PolicyTest test, GivenContext given) => given switch
    {
        GivenPlanContext plan => test with { PlanPath = ConstantBinder.Unquote(plan.STRING().GetText()) },
        GivenStatementContext statement => Statement(test, statement),
        GivenSessionContext session => test with { Given = test.Given.AddRange(_given.Bind(session)) },
        GivenSignalsContext signals => test with { Given = test.Given.AddRange(_given.Bind(signals)) },
        GivenMomentContext moment => Moment(test, moment.moment()),
        GivenProfileContext profile => Profile(test, profile.profile()),
        _ => test,
    };

    private PolicyTest Statement(PolicyTest test, GivenStatementContext statement)
    {
        if (test.PlanPath is null)
        {
            scope.Report("RG2009", statement, "`statement N` belongs behind `plan \"FILE\"`.");
        }

        return Number(statement.INTEGER()) is { } number ? test with { PlanStatement = number } : test;
    }

    private PolicyTest Moment(PolicyTest test, MomentContext moment)
    {
        var text = ConstantBinder.Unquote(moment.STRING().GetText());
        foreach (var pattern in MomentPatterns)
        {
            if (pattern.Parse(text) is { Success: true, Value: var value })
            {
                return test with { At = value };
            }
        }

        scope.Report("RG2002", moment, $"`{text}` is no moment: write date, time and offset, such as `\"2026-11-20T10:00+01:00\"`.");
        return test;
    }

    private static PolicyTest Profile(PolicyTest test, ProfileContext profile) => test with
    {
        Target = profile.STRING() is { } text ? ConstantBinder.Unquote(text.GetText()) : profile.name().GetText(),
    };

    private PolicyTest Expect(PolicyTest test, ExpectationContext expectation)
    {
        switch (expectation)
        {
            case ExpectClassContext expected:
                CheckClass(expected.name());
                return test with { ExpectedClass = expected.name().GetText() };
            case ExpectPoolContext expected:
                scope.Pools.Resolve(expected.name());
                return test with { ExpectedPool = expected.name().GetText() };
            case ExpectLineContext expected:
                return test with { ExpectedLine = Number(expected.INTEGER()) };
            case ExpectSettingContext expected:
                return scope.Settings.Bind(expected.settingBody(), isRequired: false) is { } setting
                    ? test with { ExpectedSettings = test.ExpectedSettings.Add(setting) }
                    : test;
            default:
                return test;
        }
    }

    private void CheckClass(NameContext name)
    {
        if (name.GetText() != "default")
        {
            scope.Classes.Resolve(name);
        }
    }

    private int? Number(ITerminalNode node)
    {
        if (int.TryParse(node.GetText(), NumberStyles.None, CultureInfo.InvariantCulture, out var number))
        {
            return number;
        }

        scope.Bag.Add("RG2002", scope.Parsed.Range(node.Symbol), "This number is too large.");
        return null;
    }
}
