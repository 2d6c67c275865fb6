using System.Text.Json;
using NodaTime.Text;
using RgPolicy.Cli.Lint;
using RgPolicy.Language.Analysis.Samples;

namespace RgPolicy.Cli.Comparing;

/// <summary>Writes a sample query as <c>witness</c> and <c>witness_at</c>.</summary>
internal static class SampleJson
{
    public static void Write(Utf8JsonWriter json, Sample? sample)
    {
        LintJson.WriteWitness(json, sample?.Values, sample?.At);
    }

    private static string While(Sample sample) =>
        sample.ActiveStates.Length switch
        {
            0 => "",
            1 => $" while state {sample.ActiveStates[0]} is active",
            _ => $" while states {string.Join(" and ", sample.ActiveStates)} are active",
        };

    public static string Text(Sample sample)
    {
        var values = string.Join(
            ", ",
            sample.Values.Select(pair => $"{pair.Key} {(pair.Value.Length == 0 ? "''" : pair.Value)}")
        );
        var moment = sample.At is { } at ? " at " + InstantPattern.General.Format(at) : "";
        var absent = string.Concat(sample.Absent.Select(name => $", {name} absent"));
        return (values.Length == 0 ? "a query of which nothing is known" : values) + absent + moment + While(sample);
    }
}
