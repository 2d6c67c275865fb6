using NodaTime.Text;
using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Parts;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Reports;

/// <summary>Says of each class what was proved about it.</summary>
internal sealed class ClassReport(
    ClassBoxes classes,
    ClassSample samples,
    ConditionReport conditions,
    DefaultReport standards,
    DiagnosticBag bag
)
{
    private const int MostNamed = 8;

    private readonly NamingClasses _named = new(classes.Policy);
    private bool _hasToldEnd;

    public void Report(QueryClass query, ClassVerdict verdict)
    {
        if (verdict.State == ClassState.Unreachable)
            return;

        if (query.Condition is not { } condition)
        {
            standards.Report(query, verdict);
            return;
        }

        if (verdict.IsAlwaysTrue)
        {
            bag.Add(
                "RG3005",
                condition.Range,
                $"`{condition.Text}` is always true: the classes below `{query.Name}` and the "
                    + "default are never reached."
            );
        }

        switch (verdict.State)
        {
            case ClassState.NeverTrue:
                conditions.ReportNeverTrue(condition, $"the class `{query.Name}` never matches");
                break;
            case ClassState.ShadowedByOne or ClassState.ShadowedByAll:
                ReportShadowed(query, verdict.ShadowedBy);
                break;
            case ClassState.OnlyWhileUnknown:
                ReportOnlyWhileUnknown(query, verdict);
                break;
            case ClassState.NotAsked:
                ReportEnd(query);
                conditions.ReportParts(condition, Naming.Of(condition));
                break;
            case ClassState.Undecided:
                bag.Add(
                    "RG3090",
                    query.Range,
                    $"Whether the class `{query.Name}` is ever reached was not decided: its condition "
                        + "and those above it ask too much at once."
                );
                conditions.ReportParts(condition, Naming.Of(condition));
                break;
            default:
                ReportRedundant(query, verdict.IsRedundant);
                conditions.ReportParts(condition, Naming.Of(condition));
                break;
        }
    }

    /// <summary>Once for this class and all below it.</summary>
    private void ReportEnd(QueryClass query)
    {
        if (!_hasToldEnd)
        {
            _hasToldEnd = true;
            bag.Add(
                "RG3090",
                query.Range,
                $"From the class `{query.Name}` on it was not decided which classes are reached: the classes above it "
                    + "took the whole work budget. A policy of up to 300 classes is judged as a whole."
            );
        }
    }

    private void ReportShadowed(QueryClass query, ImmutableArray<int> above)
    {
        var shadows = above.Select(index => classes.Policy.Classes[index]).ToList();
        var names = string.Join(", ", shadows.Take(MostNamed).Select(shadow => $"`{shadow.Name}`"));
        var more =
            shadows.Count > MostNamed ? FormattableString.Invariant($" and {shadows.Count - MostNamed} more") : "";
        var message =
            shadows.Count == 1
                ? $"The class `{query.Name}` is never reached: {names} above it takes every query that it could "
                    + "match. Move it up, or remove it."
                : $"The class `{query.Name}` is never reached: {names}{more} above it together take every query that "
                    + "it could match. "
                    + "Move it up, or remove it.";
        bag.Add(
            new Diagnostic(
                shadows.Count == 1 ? "RG3002" : "RG3003",
                DiagnosticSeverity.Error,
                message,
                bag.Path,
                query.Range
            )
            {
                Related = [.. shadows.Select(shadow => bag.At(shadow.Range, $"`{shadow.Name}` is tried before"))],
            }
        );
    }

    private void ReportOnlyWhileUnknown(QueryClass query, ClassVerdict verdict)
    {
        var signals = string.Join(" or ", verdict.Unknown.Select(signal => $"`{signal.Name}`"));
        var sample = bag.IsFull ? null : samples.Find(query);
        var shown = sample is null ? "" : $" Such a query: {SampleText.Of(sample)}.";
        bag.Add(
            new Diagnostic(
                "RG3008",
                DiagnosticSeverity.Warning,
                $"The class `{query.Name}` can match only while {signals} is unknown: classes above it take all "
                    + $"other queries.{shown}",
                bag.Path,
                query.Range
            )
            {
                Witness = sample?.Values,
                WitnessAt = sample?.At,
            }
        );
    }

    private void ReportRedundant(QueryClass query, bool? isRedundant)
    {
        if (isRedundant is null)
        {
            bag.Add(
                "RG3090",
                query.Range,
                $"Whether the class `{query.Name}` changes any query's pool was not decided: too many "
                    + "classes below it overlap."
            );
        }
        else if (isRedundant == true && !_named.IsAlone(query) && classes.Undecided.All(other => other < query.Index))
        {
            bag.Add("RG3004", query.Range, $"Without the class `{query.Name}` every query would get the same pool.");
        }
    }
}

/// <summary>Writes a sample query for a message.</summary>
internal static class SampleText
{
    public static string Of(Sample sample)
    {
        var values = string.Join(
            ", ",
            sample.Values.Select(pair => $"{pair.Key} {(pair.Value.Length == 0 ? "''" : pair.Value)}")
        );
        var moment = sample.At is { } at ? $"at {InstantPattern.General.Format(at)}" : "";
        return (values.Length, moment.Length) switch
        {
            (0, 0) => "one of which nothing is known",
            (0, _) => moment,
            (_, 0) => values,
            _ => $"{values}, {moment}",
        };
    }
}
