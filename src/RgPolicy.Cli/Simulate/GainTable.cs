using static RgPolicy.Cli.Simulate.GainText;

namespace RgPolicy.Cli.Simulate;

/// <summary>The queries of a mix, each with what it gains over another run.</summary>
internal static class GainTable
{
    private const int FirstFigure = 3;

    /// <summary>Prints the table.</summary>
    public static void Write(CliContext context, RunOutcome other, PolicyOutcome outcome, string name, bool isWhole)
    {
        string[] titles = ["query", "class", "pool", "gain", "interval", .. Titles(name, isWhole)];
        var table = new TextTable([.. titles])
        {
            Figures = [.. Enumerable.Range(FirstFigure, titles.Length - FirstFigure)],
        };
        foreach (var (gain, before, after) in outcome.Gains.Zip(other.Queries, outcome.Run.Queries))
        {
            string[] shown = [gain.Name, after.Class, after.Pool, Percent(gain.Gain), Interval(gain.Low, gain.High)];
            table.Add([.. shown, .. Figures(gain, before, after, isWhole)]);
        }

        table.Write(context);
    }

    private static string[] Titles(string name, bool isWhole) =>
        isWhole
            ? ["chance", "throughput", "response", name, "hits", name, "memory", name]
            : ["response", name, "hits", name];

    private static string[] Figures(QueryGain gain, QueryOutcome before, QueryOutcome after, bool isWhole)
    {
        string[] common =
        [
            Seconds(after.ResponseSeconds),
            Seconds(before.ResponseSeconds),
            Number(after.HitRatio, "0.000"),
            Number(before.HitRatio, "0.000"),
        ];
        return isWhole
            ?
            [
                Chance(gain.Chance),
                Percent(gain.Throughput),
                .. common,
                Bandwidth(after.BytesPerSecond),
                Bandwidth(before.BytesPerSecond),
            ]
            : common;
    }
}
