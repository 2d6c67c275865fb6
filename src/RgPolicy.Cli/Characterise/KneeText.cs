using RgPolicy.Engine.Sensitivity;

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
