using NodaTime.Text;
using RgPolicy.Cli.Lint;
using RgPolicy.Language.Analysis.Comparing;
using RgPolicy.Language.Analysis.Samples;

namespace RgPolicy.Cli.Comparing;

/// <summary>Writes <c>rgp/diff/1</c>.</summary>
internal static class DiffJson
{
    public static void Write(CliContext context, PolicyDifference difference, WorkloadShare? share, ProvedHost host) =>
        new JsonReport(context, "rgp/diff/1").Write(json => WriteMembers(json, difference, share, host));

    private static void WriteMembers(
        Utf8JsonWriter json,
        PolicyDifference difference,
        WorkloadShare? share,
        ProvedHost host
    )
    {
        var shown = ShownDifference.Of(difference);
        json.WriteBoolean("equivalent", difference.IsEquivalent);
        json.WriteBoolean("decided", difference.IsDecided);
        json.WriteObjects("regions", shown.Regions, region => WriteRegion(json, region));
        json.WriteTexts("statements", difference.Statements);
        WriteShare(json, share);
        json.WriteTexts("undecided", difference.Undecided);
        json.WriteObjects("changes", shown.Changes, change => WriteChange(json, change));
        WriteCounts(json, "counts", difference.Counts);
        WriteCounts(json, "omitted", shown.Omitted);
        host.Write(json);
    }

    private static void WriteCounts(Utf8JsonWriter json, string name, ImmutableArray<(string Kind, int Count)> counts)
    {
        json.WriteStartObject(name);
        foreach (var (kind, count) in counts)
            json.WriteNumber(kind, count);

        json.WriteEndObject();
    }

    private static void WriteShare(Utf8JsonWriter json, WorkloadShare? share)
    {
        if (share is null)
        {
            json.WriteNull("workload");
            return;
        }

        json.WriteStartObject("workload");
        json.WriteNumber("queries", share.Queries);
        json.WriteNumber("changed", share.Changed);
        json.WriteNumber("share", share.Share);
        json.WriteEndObject();
    }

    private static void WriteChange(Utf8JsonWriter json, StatementChange change)
    {
        json.WriteString("kind", change.Kind);
        json.WriteString("name", change.Name);
        json.WriteString("what", change.What);
        SampleJson.Write(json, change.Sample);
    }

    private static void WriteRegion(Utf8JsonWriter json, ChangedRegion region)
    {
        json.WriteString("from_class", region.Before.Name);
        json.WriteString("to_class", region.After.Name);
        json.WriteString("from_pool", region.Before.Pool.Name);
        json.WriteString("to_pool", region.After.Pool.Name);
        json.WriteBoolean("limits_change", region.ChangesLimits);
        json.WriteString("beside", region.Beside.Length == 0 ? null : region.Beside);
        json.WriteString("condition", region.Condition);
        SampleJson.Write(json, region.Sample);
    }
}

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
