using RgPolicy.HtapBench.Measure;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>How fast queries that live at least 300 ms were governed, from their start on the server's
/// clock to the read-back.</summary>
/// <param name="WarmUp">Those of the first seconds of load after the service's start.</param>
/// <param name="Cached">Queries whose plan was known.</param>
/// <param name="Uncached">Queries whose plan had to be fetched.</param>
/// <param name="Queries">Analytic queries that lived at least 300 ms.</param>
internal sealed record ReactionOutcome(Quantiles WarmUp, Quantiles Cached, Quantiles Uncached, int Queries);
