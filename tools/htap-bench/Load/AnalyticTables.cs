namespace RgPolicy.HtapBench.Load;

/// <summary>What the analysts read.</summary>
internal enum AnalyticTables
{
    /// <summary>A fact table with two dimensions, which OLTP never touches; larger than a quarter of
    /// the server's cache.</summary>
    Facts,

    /// <summary>The tables of the OLTP itself: hot pages, versions of rows, and locks of buffers in common.</summary>
    Accounts,
}
