namespace RgPolicy.Dbms.Recording;

/// <summary>
/// The layout of a recording: magic, version, then one Brotli stream of frames. A frame is its kind
/// (one byte), the length of its payload (varint), the payload, and a checksum of kind and payload
/// (four bytes, little-endian FNV-1a).
/// </summary>
internal static class RecordingFormat
{
    /// <summary>The version that is written, and the newest that is read.</summary>
    public const ushort Version = 6;

    /// <summary>The first version whose observations say what requests have used.</summary>
    public const ushort FirstWithFigures = 2;

    /// <summary>The first version whose queries say what they hold, and whose observations say which processes wait for
    /// which.</summary>
    public const ushort FirstWithWaits = 3;

    /// <summary>The first version whose sessions say in which groups their logins are.</summary>
    public const ushort FirstWithGroups = 5;

    /// <summary>The first version whose queries say which work they are at.</summary>
    public const ushort FirstWithPhases = 6;

    /// <summary>The largest payload of a frame, bytes.</summary>
    public const int MaximumFrame = 16 * 1024 * 1024;

    /// <summary>The most entries of one dictionary before all of them start again.</summary>
    public const int MaximumEntries = 8192;

    /// <summary>The most bytes that the entries of all dictionaries may take before they start again.</summary>
    public const long MaximumEntryBytes = 64L * 1024 * 1024;

    /// <summary>The most queries at one moment.</summary>
    public const int MaximumQueries = 100_000;

    /// <summary>The most bytes that a recording may unpack to: weeks of a busy server, but not an
    /// endless bomb.</summary>
    public const long MaximumUnpacked = 16L * 1024 * 1024 * 1024;

    /// <summary>Begins with letters and ends with bytes that a transfer as text would spoil.</summary>
    public static ReadOnlySpan<byte> Magic => "RGREC\r\n\x1a"u8;

    /// <summary>FNV-1a over a frame's kind and payload.</summary>
    public static uint Checksum(FrameKind kind, ReadOnlySpan<byte> payload)
    {
        var hash = (2166136261u ^ (byte)kind) * 16777619u;
        foreach (var value in payload)
        {
            hash = (hash ^ value) * 16777619u;
        }

        return hash;
    }
}
