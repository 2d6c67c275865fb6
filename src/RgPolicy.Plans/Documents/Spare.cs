namespace RgPolicy.Plans.Documents;

/// <summary>Keeps one object for the next caller that needs one; safe to use from several threads, none of which
/// waits.</summary>
internal static class Spare<T>
    where T : class, new()
{
    private static T? _kept;

    public static T Take() => Interlocked.Exchange(ref _kept, null) ?? new();

    /// <summary>The caller must not use it any more.</summary>
    public static void Give(T used) => Volatile.Write(ref _kept, used);
}
