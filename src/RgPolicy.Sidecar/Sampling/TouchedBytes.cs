namespace RgPolicy.Sidecar.Sampling;

/// <summary>What a process has touched of its memory since its marks were cleared.</summary>
/// <param name="Private">Of memory of its own that is no file's, bytes.</param>
/// <param name="Shared">Of memory that it shares with others, bytes.</param>
/// <param name="Huge">Bytes of huge pages, for which the kernel keeps no marks.</param>
internal readonly record struct TouchedBytes(long Private, long Shared, long Huge)
{
    /// <summary>With another process of the same query: what is each one's own is added up, what they share they touch
    /// together.</summary>
    internal TouchedBytes With(TouchedBytes other) =>
        new(Private + other.Private, Math.Max(Shared, other.Shared), Huge + other.Huge);
}
