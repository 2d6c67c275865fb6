namespace RgPolicy.Plans.Documents;

/// <summary>One object kept for whoever needs such a one next; safe to use from several threads, none waits.</summary>
internal static class Spare<T>
    where T : class, new()
{
    private static T? _kept;

    public static T Take() => Interlocked.Exchange(ref _kept, null) ?? new();

    /// <summary>The caller must not use it any more.</summary>
    public static void Give(T used) => Volatile.Write(ref _kept, used);
}
