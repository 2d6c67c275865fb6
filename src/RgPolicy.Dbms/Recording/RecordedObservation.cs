using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.Recording;

/// <summary>One observation of a recording.</summary>
/// <param name="Observation">What was seen.</param>
/// <param name="Elapsed">Since the start of the recording.</param>
/// <param name="PollInterval">How long the observer wished to wait after it.</param>
/// <param name="IsRefresh">True when it is the poll before it with plans that arrived since, not a poll
/// of its own.</param>
public sealed record RecordedObservation(
    Observation Observation,
    TimeSpan Elapsed,
    TimeSpan PollInterval,
    bool IsRefresh
);
