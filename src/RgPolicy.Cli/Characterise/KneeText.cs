using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Cli.Characterise;

/// <summary>A knee in words.</summary>
internal static class KneeText
{
    /// <summary>Such as <c>4 (2 .. 8)</c>.</summary>
    public static string Of(Curve curve, Knee knee)
    {
        string Setting(int index) => curve.Points[index].Setting.Text;
        return knee.Kind switch
        {
            KneeKind.Insensitive => $"no knee: {Setting(0)} is enough",
            KneeKind.StillRising => $"no knee: still rises at {Setting(curve.Points.Length - 1)}",
            _ when knee.Least == knee.Setting && knee.Most == knee.Setting => Setting(knee.Setting),
            _ => $"{Setting(knee.Setting)} ({Setting(knee.Least)} .. {(knee.Most is { } most ? Setting(most) : "?")})",
        };
    }
}
