using RgPolicy.Language.Model;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>Binds policy tests; a mistake in one leaves that test out.</summary>
internal sealed class TestBinder(BindingScope scope)
{
    private readonly GivenBinder _given = new(scope);
    private readonly TestTimes _times = new(scope);
    private readonly ExpectationBinder _expectations = new(scope);

    public ImmutableArray<PolicyTest> BindAll(IEnumerable<TestSyntax> statements)
    {
        var names = new HashSet<string>(StringComparer.Ordinal);
        var bound = ImmutableArray.CreateBuilder<PolicyTest>();
        foreach (var statement in statements)
        {
            if (!names.Add(ConstantBinder.Unquote(statement.Name.Text)))
            {
                scope.Bag.Add(
                    "RG2003",
                    scope.Tree.Range(statement.Name),
                    "There already is a test of this name: give this one another."
                );
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
        var seen = new SeenParts(scope);
        foreach (var item in statement.Items)
            test = Add(test, item, seen);

        if (!statement.Items.Any(CanFail) && !scope.Bag.HasSyntaxErrorIn(scope.Tree.Range(statement)))
        {
            scope.Bag.Add(
                "RG2009",
                scope.Tree.Range(statement.Name),
                "This test cannot fail: write what it expects, such as `expect class NAME`."
            );
        }

        test = new TimeLineBinder(scope, _times, _given, _expectations).Bind(
            test,
            [.. statement.Items.OfType<TestItemSyntax.Timed>()]
        );
        var tables = statement.Items.OfType<TestItemSyntax.Cases>().ToList();
        return tables.Count == 0 ? [test] : tables.SelectMany(table => Expand(test, table, statement));
    }

    private static bool CanFail(TestItemSyntax item) =>
        item is TestItemSyntax.Expect or TestItemSyntax.Cases
        || (item is TestItemSyntax.Timed moment && moment.Items.Any(CanFail));

    /// <summary>A table has columns of its own, but none of what stands beside it.</summary>
    private IEnumerable<PolicyTest> Expand(PolicyTest test, TestItemSyntax.Cases table, TestSyntax statement)
    {
        var seen = new SeenParts(scope);
        foreach (
            var value in statement
                .Items.OfType<TestItemSyntax.Given>()
                .SelectMany(item => item.Parts)
                .SelectMany(Values)
        )
            seen.TryAdd(value.Signal, value.Where);

        return new CaseTableBinder(scope, _given, _expectations).Expand(test, table, seen);
    }

    private static IEnumerable<(string Signal, SyntaxNode Where)> Values(GivenSyntax part) =>
        part switch
        {
            GivenSyntax.Session session => session.Values.Select(value =>
                (GivenBinder.SessionPrefix + value.Name.Text, (SyntaxNode)value)
            ),
            GivenSyntax.Signals signals => signals.Values.Select(value => (value.Name.Text, (SyntaxNode)value)),
            _ => [],
        };

    private PolicyTest Add(PolicyTest test, TestItemSyntax item, SeenParts seen) =>
        item switch
        {
            TestItemSyntax.Given given => given.Parts.Aggregate(test, (whole, part) => Add(whole, part, seen)),
            TestItemSyntax.Expect expect => test with { Expected = test.Expected.AddRange(_expectations.Bind(expect)) },
            _ => test,
        };

    private PolicyTest Add(PolicyTest test, GivenSyntax given, SeenParts seen) =>
        given switch
        {
            GivenSyntax.Plan plan when seen.Add("plan", plan) => test with
            {
                PlanPath = ConstantBinder.Unquote(plan.Path.Text),
            },
            GivenSyntax.Statement statement when seen.Add("statement", statement) => Statement(test, statement),
            GivenSyntax.Moment moment when seen.Add("at", moment) => test with
            {
                At = _times.Date(moment, moment.Time.Text),
            },
            GivenSyntax.Profile profile when seen.Add("target", profile) => Profile(test, profile),
            _ => _given.Add(test, given, seen) as PolicyTest ?? test,
        };

    private PolicyTest Statement(PolicyTest test, GivenSyntax.Statement statement)
    {
        if (test.PlanPath is null)
            scope.Report("RG2009", statement, "`statement N` belongs behind `plan \"FILE\"`.");

        if (int.TryParse(statement.Number.Text, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
            return test with { PlanStatement = number };

        scope.Bag.Add("RG2002", scope.Tree.Range(statement.Number), "This number is too large.");
        return test;
    }

    private static PolicyTest Profile(PolicyTest test, GivenSyntax.Profile profile) =>
        test with
        {
            Target =
                profile.Name.Kind == TokenKind.Text ? ConstantBinder.Unquote(profile.Name.Text) : profile.Name.Text,
        };
}
