using System.Collections.Immutable;
using System.Globalization;
using NodaTime.Text;
using RgPolicy.Language.Model;
using RgPolicy.Language.Syntax;

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

    public ImmutableArray<PolicyTest> BindAll(IEnumerable<TestSyntax> statements)
    {
        var names = new HashSet<string>(StringComparer.Ordinal);
        var bound = ImmutableArray.CreateBuilder<PolicyTest>();
        foreach (var statement in statements)
        {
            if (!names.Add(ConstantBinder.Unquote(statement.Name.Text)))
            {
                scope.Bag.Add("RG2003", scope.Tree.Range(statement.Name),
                    "There already is a test of this name: give this one another.");
            }

            bound.AddRange(Bind(statement));
        }

        return bound.ToImmutable();
    }

    private IEnumerable<PolicyTest> Bind(TestSyntax statement)
    {
        var test = new PolicyTest
        {
            Name = ConstantBinder.Unquote(statement.Name.Text),
            Range = scope.Range(statement),
        };
        var tables = new List<TestItemSyntax.Cases>();
        foreach (var item in statement.Items)
        {
            test = Add(test, item, tables);
        }

        if (!statement.Items.Any(item => item is TestItemSyntax.Expect or TestItemSyntax.Cases))
        {
            scope.Bag.Add("RG2009", scope.Tree.Range(statement.Name), "This test cannot fail: write what it expects, such as `expect class NAME`.");
        }

        return tables.Count == 0 ? [test] : tables.SelectMany(table => new CaseTableBinder(scope, _given).Expand(test, table));
    }

    private PolicyTest Add(PolicyTest test, TestItemSyntax item, List<TestItemSyntax.Cases> tables)
    {
        switch (item)
        {
            case TestItemSyntax.Given given:
                return given.Parts.Aggregate(test, Add);
            case TestItemSyntax.Expect expect:
                var start = test with { ExpectProvisional = test.ExpectProvisional || expect.IsProvisional };
                return expect.Parts.Aggregate(start, Expect);
            case TestItemSyntax.Cases table:
                tables.Add(table);
                return test;
            default:
                return test;
        }
    }

    private PolicyTest Add(PolicyTest test, GivenSyntax given) => given switch
    {
        GivenSyntax.Plan plan => test with { PlanPath = ConstantBinder.Unquote(plan.Path.Text) },
        GivenSyntax.Statement statement => Statement(test, statement),
        GivenSyntax.Session session => test with { Given = test.Given.AddRange(_given.Bind(session)) },
        GivenSyntax.Signals signals => test with { Given = test.Given.AddRange(_given.Bind(signals)) },
        GivenSyntax.Moment moment => Moment(test, moment),
        GivenSyntax.Profile profile => Profile(test, profile),
        _ => test,
    };

    private PolicyTest Statement(PolicyTest test, GivenSyntax.Statement statement)
    {
        if (test.PlanPath is null)
        {
            scope.Report("RG2009", statement, "`statement N` belongs behind `plan \"FILE\"`.");
        }

        return Number(statement.Number) is { } number ? test with { PlanStatement = number } : test;
    }

    private PolicyTest Moment(PolicyTest test, GivenSyntax.Moment moment)
    {
        var text = ConstantBinder.Unquote(moment.Time.Text);
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

    private static PolicyTest Profile(PolicyTest test, GivenSyntax.Profile profile) => test with
    {
        Target = profile.Name.Kind == TokenKind.Text ? ConstantBinder.Unquote(profile.Name.Text) : profile.Name.Text,
    };

    private PolicyTest Expect(PolicyTest test, ExpectationSyntax expectation)
    {
        switch (expectation)
        {
            case ExpectationSyntax.Class expected:
                CheckClass(expected.Name);
                return test with { ExpectedClass = expected.Name.Text };
            case ExpectationSyntax.Pool expected:
                scope.Pools.Resolve(expected.Name);
                return test with { ExpectedPool = expected.Name.Text };
            case ExpectationSyntax.Line expected:
                return test with { ExpectedLine = Number(expected.Number) };
            case ExpectationSyntax.Setting expected:
                return scope.Settings.Bind(expected.Body, isRequired: false) is { } setting
                    ? test with { ExpectedSettings = test.ExpectedSettings.Add(setting) }
                    : test;
            default:
                return test;
        }
    }

    private void CheckClass(NameSyntax name)
    {
        if (name.Text != "default")
        {
            scope.Classes.Resolve(name);
        }
    }

    private int? Number(SyntaxToken token)
    {
        if (int.TryParse(token.Text, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
        {
            return number;
        }

        scope.Bag.Add("RG2002", scope.Tree.Range(token), "This number is too large.");
        return null;
    }
}
