using System.Collections.Immutable;
using System.Text.Json;
using RgPolicy.Cli.Shell;

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
            using var document = JsonDocument.Parse(File.ReadAllBytes(context.Resolve(path)));
            return (Sweep(directory, document.RootElement), null);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            return (null, $"cannot read `{path}`: {e.Message}");
        }
        catch (Exception e)
            when (e
                    is JsonException
                        or KeyNotFoundException
                        or InvalidOperationException
                        or FormatException
                        or ArgumentException
            )
        {
            return (null, $"`{path}` is no report of rgp characterise");
        }
    }

    private static KnownSweep Sweep(string directory, JsonElement root)
    {
        if (root.GetProperty("schema").GetString() != CharacteriseJson.Schema)
        {
            throw new JsonException();
        }

        return new KnownSweep(
            directory,
            Text(root, "server"),
            Text(root, "version"),
            root.GetProperty("clients").GetInt32(),
            Number(root, "baseline_per_second"),
            [.. root.GetProperty("curves").EnumerateArray().Select(Knee).OfType<KnownKnee>()]
        );
    }

    private static KnownKnee? Knee(JsonElement curve)
    {
        var knee = curve
            .GetProperty("knees")
            .EnumerateArray()
            .FirstOrDefault(each => each.GetProperty("share").GetDouble() >= Share);
        if (knee.ValueKind != JsonValueKind.Object)
        {
            return null;
        }

        var points = curve
            .GetProperty("points")
            .EnumerateArray()
            .ToImmutableSortedDictionary(
                point => point.GetProperty("setting").GetDouble(),
                point => Text(point, "text")
            );
        var (setting, least, most) = (
            knee.GetProperty("setting").GetDouble(),
            knee.GetProperty("least").GetDouble(),
            Number(knee, "most")
        );
        var kind = CharacteriseJson.KindOf(Text(knee, "kind"));
        var tried = (points.Values.First(), points.Values.Last());
        return new KnownKnee(
            Text(curve, "lever"),
            curve.GetProperty("statement").GetString(),
            kind,
            KneeText.Of(kind, tried, points[setting], points[least], most is { } sure ? points[sure] : null),
            least,
            most,
            [.. points.Keys]
        );
    }

    private static string Text(JsonElement of, string name) => of.GetProperty(name).GetString() ?? "";

    private static double? Number(JsonElement of, string name) =>
        of.GetProperty(name) is { ValueKind: JsonValueKind.Number } number ? number.GetDouble() : null;
}
