namespace RgPolicy.Documents.Orders;

/// <summary><c>rgp/pause/1</c>: whether the service is paused, after an order.</summary>
/// <param name="Schema"><c>rgp/pause/1</c>.</param>
/// <param name="Paused">Whether it is paused now.</param>
/// <param name="Since">UTC; null when it is not known.</param>
/// <param name="By">Null when it is not known.</param>
/// <param name="Path">The switch's file.</param>
/// <param name="GovernedProcesses">Processes that the sidecar holds, read back; null when it does not say.</param>
/// <param name="Warning">What did not work as it should, or null.</param>
public sealed record PauseDocument(
    string? Schema,
    bool? Paused,
    DateTime? Since,
    string? By,
    string? Path,
    long? GovernedProcesses,
    string? Warning
);
