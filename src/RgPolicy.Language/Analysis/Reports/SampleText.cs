using NodaTime.Text;
using RgPolicy.Language.Analysis.Samples;

namespace RgPolicy.Language.Analysis.Reports;

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
