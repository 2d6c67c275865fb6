namespace RgPolicy.HtapBench.Load;

/// <summary>One OLTP transaction.</summary>
/// <param name="Scheduled">When it should have begun, in seconds since 1970.</param>
/// <param name="Seconds">From then to its end.</param>
internal readonly record struct OltpTransaction(double Scheduled, double Seconds);
