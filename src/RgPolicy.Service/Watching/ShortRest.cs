using System.Runtime.InteropServices;

namespace RgPolicy.Service.Watching;

/// <summary>A rest of a few milliseconds, hundreds of times a second: the runtime's own ways to wait take half as much
/// processor time again as the kernel's.</summary>
internal static partial class ShortRest
{
    /// <summary>Rests this thread, on Linux: elsewhere no backend can be looked at.</summary>
    public static void For(TimeSpan time) => _ = Poll(0, 0, (int)Math.Ceiling(time.TotalMilliseconds));

    [LibraryImport("libc", EntryPoint = "poll")]
    private static partial int Poll(nint nothing, nuint count, int milliseconds);
}
