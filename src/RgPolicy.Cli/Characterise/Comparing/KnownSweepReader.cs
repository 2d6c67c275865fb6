using RgPolicy.Dbms.Files;
using RgPolicy.Documents.Sweep;
using RgPolicy.Engine.Sensitivity;

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
            return null;

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

/// <summary>A report that is compared.</summary>
/// <param name="Directory">Where it lies.</param>
/// <param name="Server">The server.</param>
/// <param name="Version">Its version.</param>
/// <param name="Clients">Clients at the same time.</param>
/// <param name="Baseline">Statements per second with nothing limited, or null.</param>
/// <param name="Knees">For 95 % of the best.</param>
internal sealed record KnownSweep(
    string Directory,
    string Server,
    string Version,
    int Clients,
    double? Baseline,
    ImmutableArray<KnownKnee> Knees
);

/// <summary>A knee as a report keeps it, as far as two are compared.</summary>
/// <param name="Lever">The lever's name.</param>
/// <param name="Statement">The statement; null for the whole workload.</param>
/// <param name="Kind">Whether less is enough.</param>
/// <param name="Text">As it is shown.</param>
/// <param name="Least">The smallest setting that cannot be ruled out.</param>
/// <param name="Most">The smallest that is surely enough; null where none is.</param>
/// <param name="Settings">Those that were tried.</param>
internal sealed record KnownKnee(
    string Lever,
    string? Statement,
    KneeKind Kind,
    string Text,
    double Least,
    double? Most,
    ImmutableArray<double> Settings
)
{
    /// <summary>Whether there is one, at a setting that is sure.</summary>
    public bool IsSure => Kind == KneeKind.Found && Least == Most;

    /// <summary>True where a setting that is surely enough elsewhere was tried here, or a larger one, and surely is not
    /// enough.</summary>
    /// <param name="enough">The setting; null where none is.</param>
    public bool Exceeds(double? enough) => Settings.Any(tried => tried >= enough && tried < Least);
}
