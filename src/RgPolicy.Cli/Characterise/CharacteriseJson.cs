using RgPolicy.Engine.Sensitivity;
using RgPolicy.Service.Characterising;

namespace RgPolicy.Cli.Characterise;

/// <summary>Writes <c>rgp/characterise/1</c>.</summary>
internal static class CharacteriseJson
{
    public const string Schema = "rgp/characterise/1";

    public static string Document(CharacteriseReport report) =>
        JsonOutput.Document(Schema, json => WriteMembers(json, report));

    private static void WriteMembers(Utf8JsonWriter json, CharacteriseReport report)
    {
        json.WriteString("server", report.Server.Name);
        json.WriteString("version", report.Server.Version);
        json.WriteString("workload", report.Request.Workload.Hash);
        json.WriteNumber("seed", report.Request.Seed);
        json.WriteNumber("clients", report.Request.Clients);
        json.WriteNumber("repeats", report.Request.Repeats);
        json.WriteNumber("planned_runs", report.Outcome.Planned);
        json.WriteNumber("runs", report.Result.Runs);
        json.WriteString("stopped", report.Outcome.Stopped);
        json.WriteNumberOrNull("baseline_per_second", (decimal?)report.Result.Baseline);
        json.WriteNumberOrNull("drift", (decimal?)report.Result.Drift);
        json.WriteTexts("notes", report.Notes);
        json.WriteString("policy", report.Policy);
        json.WriteObjects("curves", report.Result.Curves, curve => WriteCurve(json, curve));
        json.WriteObjects("grids", report.Result.Surfaces, surface => WriteSurface(json, surface));
    }

    private static void WriteSurface(Utf8JsonWriter json, GridSurface surface)
    {
        json.WriteString("first", SweepLeverName.Of(surface.Grid.First.Lever));
        json.WriteString("second", SweepLeverName.Of(surface.Grid.Second.Lever));
        json.WriteString("statement", surface.Statement);
        json.WriteObjects("points", surface.Points, point => WritePair(json, surface, point));
        json.WriteObjects(
            "knees",
            surface.Knees,
            knee =>
            {
                json.WriteNumber("share", knee.Share);
                json.WriteString("kind", NameOf(knee.Kind));
                json.WriteNumber("first", surface.Grid.First.Settings[knee.Pair.Column].Value);
                json.WriteNumber("second", surface.Grid.Second.Settings[knee.Pair.Row].Value);
            }
        );
        json.WriteNumberOrNull("both", (decimal?)surface.Interaction?.Both);
        json.WriteNumberOrNull("first_alone", (decimal?)surface.Interaction?.First);
        json.WriteNumberOrNull("second_alone", (decimal?)surface.Interaction?.Second);
        json.WriteNumberOrNull("both_against_each_low", (decimal?)surface.Interaction?.Low);
        json.WriteNumberOrNull("both_against_each_high", (decimal?)surface.Interaction?.High);
    }

    private static void WritePair(Utf8JsonWriter json, GridSurface surface, GridPoint point)
    {
        json.WriteNumber("first", surface.Grid.First.Settings[point.Column].Value);
        json.WriteNumber("second", surface.Grid.Second.Settings[point.Row].Value);
        json.WriteNumber("runs", point.Runs);
        json.WriteNumber("per_second", point.Median);
        json.WriteNumber("low", point.Low);
        json.WriteNumber("high", point.High);
    }

    /// <summary>The kind with this name; null where there is none.</summary>
    public static KneeKind? KindOf(string? name) =>
        Enum.GetValues<KneeKind>().Where(kind => NameOf(kind) == name).Cast<KneeKind?>().FirstOrDefault();

    private static string NameOf(KneeKind kind) =>
        kind switch
        {
            KneeKind.Insensitive => "insensitive",
            KneeKind.StillRising => "still_rising",
            _ => "found",
        };

    private static void WriteCurve(Utf8JsonWriter json, Curve curve)
    {
        json.WriteString("lever", SweepLeverName.Of(curve.Lever));
        json.WriteString("statement", curve.Statement);
        json.WriteNumberOrNull("unlimited_per_second", (decimal?)curve.Unlimited);
        json.WriteObjects(
            "points",
            curve.Points,
            point =>
            {
                json.WriteNumber("setting", point.Setting.Value);
                json.WriteString("text", point.Setting.Text);
                json.WriteNumber("runs", point.Runs);
                json.WriteNumber("per_second", point.Median);
                json.WriteNumber("low", point.Low);
                json.WriteNumber("high", point.High);
                json.WriteTexts("plans", point.Plans);
            }
        );
        json.WriteObjects("knees", curve.Knees, knee => WriteKnee(json, curve, knee));
    }

    private static void WriteKnee(Utf8JsonWriter json, Curve curve, Knee knee)
    {
        json.WriteNumber("share", knee.Share);
        json.WriteString("kind", NameOf(knee.Kind));
        json.WriteNumber("setting", curve.Points[knee.Setting].Setting.Value);
        json.WriteNumber("least", curve.Points[knee.Least].Setting.Value);
        json.WriteNumberOrNull("most", knee.Most is { } most ? curve.Points[most].Setting.Value : null);
    }
}
