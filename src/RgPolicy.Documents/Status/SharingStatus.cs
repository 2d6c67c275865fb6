namespace RgPolicy.Documents.Status;

/// <summary>How a server shares its host with others that this service governs.</summary>
/// <param name="With">The other targets.</param>
/// <param name="Classes">Classes of service that are its own, the default one not included.</param>
/// <param name="AllClasses">Those of the host.</param>
/// <param name="Weight">The CPU weight, of another target's policy, that its pools are held against; null where it is
/// its own.</param>
/// <param name="IsForOthers">Whether its narrowed queries stay narrowed for those of another target.</param>
public sealed record SharingStatus(
    IReadOnlyList<string>? With,
    long? Classes,
    long? AllClasses,
    double? Weight,
    bool? IsForOthers
);
