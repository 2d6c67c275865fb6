namespace RgPolicy.Sidecar.Native;

/// <summary>A short wait of a single-threaded program.</summary>
internal static class Pause
{
    internal static void Milliseconds(int count) => _ = Libc.Poll([], 0, count);
}
