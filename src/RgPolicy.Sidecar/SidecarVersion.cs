namespace RgPolicy.Sidecar;

/// <summary>This program's version.</summary>
internal static class SidecarVersion
{
    internal static string Text { get; } = typeof(SidecarVersion).Assembly.GetName().Version?.ToString(3) ?? "0.0.0";
}
