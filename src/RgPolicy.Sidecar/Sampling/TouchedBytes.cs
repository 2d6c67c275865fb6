namespace RgPolicy.Sidecar.Sampling;

/// <summary>What a process has touched of its memory since its marks were cleared.</summary>
/// <param name="Private">Of memory of its own that is no file's, bytes.</param>
/// <param name="Shared">Of memory that it shares with others, bytes.</param>
/// <param name="Huge">Bytes of huge pages, for which the kernel keeps no marks.</param>
internal readonly record struct TouchedBytes(long Private, long Shared, long Huge);
