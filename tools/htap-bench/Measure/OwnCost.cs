namespace RgPolicy.HtapBench.Measure;

/// <summary>What governing itself cost in one run, as fractions of one core.</summary>
/// <param name="Service">The service's processor time.</param>
/// <param name="Sidecar">Guard and mover together.</param>
/// <param name="Server">The server's backends of the observer's role.</param>
/// <param name="PollMilliseconds">The server's mean time for the poll's statement; NaN when unknown.</param>
/// <param name="PollsPerSecond">How often it ran.</param>
internal sealed record OwnCost(
    double Service,
    double Sidecar,
    double Server,
    double PollMilliseconds,
    double PollsPerSecond
);
