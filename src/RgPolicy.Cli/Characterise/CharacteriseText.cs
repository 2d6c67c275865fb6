using RgPolicy.Engine.Sensitivity;
using RgPolicy.Service.Characterising;
using RgPolicy.Service.Characterising.Throttling;

namespace RgPolicy.Cli.Characterise;

/// <summary>What a sweep came to, for people.</summary>
internal static class CharacteriseText
{
    public static void Write(CliContext context, CharacteriseReport report, string directory, string policy)
    {
        var result = report.Result;
        context.Output.WriteLine(
            Invariant(
                $"{report.Server.Version}, {report.Request.Workload.Statements.Length} statements, {Clients(report)}{result.Runs} of {report.Outcome.Planned} runs"
            )
                + (
                    result.Baseline is { } baseline
                        ? Invariant($"; {baseline:0.###} statements per second with nothing limited")
                        : ""
                )
        );
        context.Output.WriteLine();
        if (!result.Curves.IsEmpty)
            Table(result).Write(context);

        if (!result.Surfaces.IsEmpty)
            GridText.Table(result).Write(context);

        foreach (var note in report.Notes)
            context.Output.WriteLine($"note: {note}");

        if (policy == CharacteriseFiles.NewPolicy)
            context.Output.WriteLine($"note: {KneePolicy.FileName} was changed and stays; the new one is {policy}");

        context.Output.WriteLine(
            $"Next: open {Path.Combine(directory, CharacteriseFiles.Html)}; "
                + $"rgp test {Path.Combine(directory, policy)}"
        );
    }

    private static string Clients(CharacteriseReport report) =>
        report.Request.Clients > 1 ? Invariant($"{report.Request.Clients} clients, ") : "";

    private static TextTable Table(Characterisation result)
    {
        var table = new TextTable(["lever", "statement", "for 90 %", "for 95 %", "from", "to", "plans"])
        {
            Figures = [4, 5, 6],
        };
        foreach (var curve in result.Curves)
        {
            table.Add(
                SweepLeverName.Of(curve.Lever),
                curve.Statement ?? "(all)",
                curve.Knees.IsEmpty ? "" : KneeText.Of(curve, curve.Knees[0]),
                curve.Knees.IsEmpty ? "" : KneeText.Of(curve, curve.Knees[1]),
                Rate(curve.Points[0]),
                Rate(curve.Points[^1]),
                curve.Statement is null ? "" : Plans(curve)
            );
        }

        return table;
    }

    private static string Rate(CurvePoint point) => Invariant($"{point.Median:0.###}/s");

    private static string Plans(Curve curve) =>
        Invariant($"{curve.Points.SelectMany(point => point.Plans).Distinct(StringComparer.Ordinal).Count()}");
}
