namespace RgPolicy.Cli.Lint;

/// <summary>Holds garbage collection off while a command that ends in a moment works. The settings of collection are
/// those of the service, which runs for months and keeps small; for a policy of thousands of terms they cost a third of
/// a lint.</summary>
internal static class CollectionPause
{
    /// <summary>What is allocated before collection sets in as usual, in bytes: reserved, and used only
    /// as far as needed.</summary>
    private const long Allowance = 128L << 20;

    /// <summary>Begins it, where the process may have so much memory.</summary>
    public static void Begin()
    {
        try
        {
            GC.TryStartNoGCRegion(Allowance);
        }
        catch (ArgumentOutOfRangeException)
        {
            return; // A small machine: collect as usual.
        }
    }
}
