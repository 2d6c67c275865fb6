namespace RgPolicy.Documents.Status;

/// <summary>A pool of the policy.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Number">Towards the sidecar.</param>
/// <param name="Narrows">Whether it takes anything from its queries.</param>
/// <param name="ReadBack">What is in force; null where nothing was read back.</param>
/// <param name="Allotment">What its processes are to have; null where the service does not tell.</param>
/// <param name="Settings">What becomes of each setting.</param>
public sealed record PoolStatus(
    string? Name,
    long? Number,
    bool? Narrows,
    PoolReadBack? ReadBack,
    AllotmentDocument? Allotment,
    IReadOnlyList<SettingStatus>? Settings
);
