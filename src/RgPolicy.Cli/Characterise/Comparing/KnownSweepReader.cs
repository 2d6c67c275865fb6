using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Files;
using RgPolicy.Documents;
using RgPolicy.Documents.Sweep;

namespace RgPolicy.Cli.Characterise.Comparing;

/// <summary>Reads what a sweep has left in its directory.</summary>
internal static class KnownSweepReader
{
    private const double Share = 0.95;

    /// <summary>The report, or why there is none.</summary>
    public static (KnownSweep? Sweep, string? Problem) Read(CliContext context, string directory)
    {
        var path = Path.Combine(directory, CharacteriseFiles.Json);
        try
        {
            using var json = JsonDocument.Parse(BoundedFile.Read(context.Resolve(path), CharacteriseFiles.MostBytes));
            return
                DocumentFormat.Read(json.RootElement, DocumentFormat.Sweep) is { } document
                && Sweep(directory, document) is { } sweep
                ? (sweep, null)
                : (null, $"`{path}` is no report of rgp characterise");
        }
        catch (JsonException)
        {
            return (null, $"`{path}` is no report of rgp characterise");
        }
        catch (Exception e)
            when (e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException)
        {
            return (null, $"cannot read `{path}`: {e.Message}");
        }
    }

    private static KnownSweep? Sweep(string directory, SweepDocument document)
    {
        if (document is not { Schema: CharacteriseJson.Schema, Clients: { } clients, Curves: { } curves })
        {
            return null;
        }

        var knees = curves.Where(HasKnee).Select(Knee).ToList();
        return curves.All(curve => curve is { Knees: not null }) && knees.TrueForAll(knee => knee is not null)
            ? new KnownSweep(
                directory,
                document.Server ?? "",
                document.Version ?? "",
                clients,
                document.BaselinePerSecond,
                [.. knees.OfType<KnownKnee>()]
            )
            : null;
    }

    private static bool HasKnee(SweptCurve? curve) => curve is not null && Wanted(curve) is not null;

    private static SweptKnee? Wanted(SweptCurve curve) =>
        curve.Knees.OrEmpty().FirstOrDefault(each => each.Share >= Share);

    private static KnownKnee? Knee(SweptCurve curve)
    {
        return
            Points(curve) is { } points
            && Wanted(curve) is { Setting: { } setting, Least: { } least } knee
            && CharacteriseJson.KindOf(knee.Kind) is { } kind
            && points.TryGetValue(setting, out var found)
            && points.TryGetValue(least, out var low)
            && (knee.Most is null || points.ContainsKey(knee.Most.Value))
            ? new KnownKnee(
                curve.Lever ?? "",
                curve.Statement,
                kind,
                KneeText.Of(
                    kind,
                    (points.Values.First(), points.Values.Last()),
                    found,
                    low,
                    knee.Most is { } most ? points[most] : null
                ),
                least,
                knee.Most,
                [.. points.Keys]
            )
            : null;
    }

    // Null where a point lacks its setting, or two have the same.
    private static SortedDictionary<double, string>? Points(SweptCurve curve)
    {
        var points = new SortedDictionary<double, string>();
        return curve
            .Points.OrEmpty()
            .All(each => each.Setting is { } setting && points.TryAdd(setting, each.Text ?? ""))
            ? points
            : null;
    }
}
