using RgPolicy.Engine.Sensitivity;
using RgPolicy.Service.Characterising;

namespace RgPolicy.Cli.Characterise;

/// <summary>A knee in words.</summary>
internal static class KneeText
{
    /// <summary>Such as <c>4 (2 .. 8)</c>.</summary>
    public static string Of(Curve curve, Knee knee)
    {
        string Setting(int index) => curve.Points[index].Setting.Text;
        return Of(
            knee.Kind,
            (Setting(0), Setting(curve.Points.Length - 1)),
            Setting(knee.Setting),
            Setting(knee.Least),
            knee.Most is { } most ? Setting(most) : null
        );
    }

    /// <summary>The same of the texts of settings.</summary>
    /// <param name="kind">Whether less is enough.</param>
    /// <param name="tried">The smallest and the largest setting.</param>
    /// <param name="setting">The first that reaches the share.</param>
    /// <param name="least">The smallest that cannot be ruled out.</param>
    /// <param name="most">The smallest that is surely enough; null where none is.</param>
    public static string Of(
        KneeKind kind,
        (string Smallest, string Largest) tried,
        string setting,
        string least,
        string? most
    ) =>
        kind switch
        {
            KneeKind.Insensitive => $"no knee: {tried.Smallest} is enough",
            KneeKind.StillRising => $"no knee: still rises at {tried.Largest}",
            _ when least == setting && most == setting => setting,
            _ => $"{setting} ({least} .. {most ?? "?"})",
        };
}

/// <summary>A grid in words.</summary>
internal static class GridText
{
    /// <summary>A line for the workload and each statement.</summary>
    public static TextTable Table(Characterisation result)
    {
        var table = new TextTable(["grid", "statement", "for 90 %", "for 95 %", "both", "first", "second", "together"])
        {
            Figures = [4, 5, 6],
        };
        foreach (var surface in result.Surfaces)
        {
            table.Add(
                NameOf(surface.Grid),
                surface.Statement ?? "(all)",
                surface.Knees.IsEmpty ? "" : Knee(surface, surface.Knees[0]),
                surface.Knees.IsEmpty ? "" : Knee(surface, surface.Knees[^1]),
                Times(surface.Interaction?.Both),
                Times(surface.Interaction?.First),
                Times(surface.Interaction?.Second),
                Verdict(surface.Interaction)
            );
        }

        return table;
    }

    /// <summary>Such as <c>maxdop x grant</c>.</summary>
    public static string NameOf(SweepGrid grid) =>
        $"{SweepLeverName.Of(grid.First.Lever)} x {SweepLeverName.Of(grid.Second.Lever)}";

    /// <summary>Such as <c>2 x 16 MiB</c>.</summary>
    public static string Knee(GridSurface surface, GridKnee knee) =>
        knee.Kind switch
        {
            KneeKind.Insensitive => $"no knee: {Pair(surface, knee.Pair)} is enough",
            KneeKind.StillRising => $"no knee: still rises at {Pair(surface, knee.Pair)}",
            _ when knee.Sure == knee.Pair => Pair(surface, knee.Pair),
            _ => $"{Pair(surface, knee.Pair)} (surely {(knee.Sure is { } sure ? Pair(surface, sure) : "?")})",
        };

    /// <summary>Whether the levers depend on each other.</summary>
    public static string Verdict(GridInteraction? interaction) =>
        interaction is null ? ""
        : interaction.Interacts ? Invariant($"interact ({interaction.Low:0.##} .. {interaction.High:0.##})")
        : Invariant($"not told apart ({interaction.Low:0.##} .. {interaction.High:0.##})");

    private static string Pair(GridSurface surface, GridPoint point) =>
        $"{surface.Grid.First.Settings[point.Column].Text} x {surface.Grid.Second.Settings[point.Row].Text}";

    private static string Times(double? times) => times is { } value ? Invariant($"{value:0.##}x") : "";
}
