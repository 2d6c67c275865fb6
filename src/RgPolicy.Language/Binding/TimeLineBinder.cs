using NodaTime;
using RgPolicy.Language.Model;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>
/// Binds the moments of a policy test. Times count from the test's <c>at</c>; where it has none and the
/// first moment is a date, from that.
/// </summary>
internal sealed class TimeLineBinder(
    BindingScope scope,
    TestTimes times,
    GivenBinder given,
    ExpectationBinder expectations
)
{
    public PolicyTest Bind(PolicyTest test, IReadOnlyList<TestItemSyntax.Timed> moments)
    {
        var begin = test.At;
        var last = TimeSpan.MinValue;
        foreach (var moment in moments)
        {
            var date = moment.Time is ExpressionSyntax.Literal literal
                ? times.Date(literal, literal.Quoted.Text)
                : null;
            begin ??= ReferenceEquals(moment, moments[0]) ? date : null;
            if (After(moment.Time, date, begin) is not { } after)
                continue;

            if (after <= last)
            {
                scope.Report("RG2009", moment.Time, "The moments of a test stand in the order of time, each once.");
                continue;
            }

            last = after;
            test = test with { At = begin, Moments = test.Moments.Add(Bind(moment, after)) };
        }

        return test;
    }

    private TimeSpan? After(ExpressionSyntax time, OffsetDateTime? date, OffsetDateTime? begin)
    {
        if (time is not ExpressionSyntax.Literal)
            return times.After(time);

        if (date is { } known && begin is null)
        {
            scope.Report(
                "RG2009",
                time,
                "When the test begins is not said: write `at \"TIME\"` beside the moments, or begin with a date."
            );
            return null;
        }

        return date is { } to && begin is { } from ? times.Between(from, to, time) : null;
    }

    private TestMoment Bind(TestItemSyntax.Timed moment, TimeSpan after)
    {
        var bound = new TestMoment
        {
            After = after,
            Text = moment.Time.Phrase,
            Range = scope.Range(moment),
        };
        var seen = new SeenParts(scope);
        foreach (var item in moment.Items)
        {
            switch (item)
            {
                case TestItemSyntax.Given supplied:
                    bound = supplied.Parts.Aggregate(bound, (whole, part) => Add(whole, part, seen));
                    break;
                case TestItemSyntax.Expect expect:
                    bound = bound with { Expected = bound.Expected.AddRange(expectations.Bind(expect)) };
                    break;
                default:
                    scope.Report(
                        "RG2009",
                        item,
                        "A moment holds `given` and `expect`: this belongs beside the moments."
                    );
                    break;
            }
        }

        return bound;
    }

    private TestMoment Add(TestMoment moment, GivenSyntax part, SeenParts seen)
    {
        if (given.Add(moment, part, seen) is TestMoment bound)
            return bound;

        scope.Report("RG2009", part, "A moment gives signals: this belongs beside the moments.");
        return moment;
    }
}
