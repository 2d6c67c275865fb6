using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>Binds objectives; null means that a mistake was reported.</summary>
internal sealed class ObjectiveBinder(BindingScope scope)
{
    private readonly Durations _durations = new(scope);

    public Objective? Bind(ObjectiveSyntax objective, ImmutableArray<QueryClass> classes)
    {
        var query =
            objective.Class.Text == "default"
                ? classes.FirstOrDefault(candidate => candidate.Condition is null)
                : scope.Classes.Use(objective.Class);
        var percentile = Percentile(objective.Percentile);
        var target = _durations.Bind(objective.Target);
        var yields = objective.Yields.Select(scope.Pools.Resolve).ToList();
        return query is null || percentile is null || target is null || yields.Contains(null)
            ? null
            : new Objective(query, percentile.Value, target.Value, [.. yields.OfType<Pool>()], scope.Range(objective));
    }

    private Rational? Percentile(NameSyntax percentile)
    {
        var known = Known(percentile.Text);
        if (known is null)
        {
            var small = percentile.Text.ToLowerInvariant();
            scope.Report(
                "RG2002",
                percentile,
                $"`{percentile.Text}` is not a percentile that is judged: write " + "`p50`, `p95`, `p99` or `p99.9`.",
                Known(small) is null ? null : scope.Replace(percentile, small, isSafe: true)
            );
        }

        return known;
    }

    private static Rational? Known(string percentile) =>
        percentile switch
        {
            "p50" => 50,
            "p95" => 95,
            "p99" => 99,
            "p99.9" => new Rational(999, 10),
            _ => null,
        };
}
