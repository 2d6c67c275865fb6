namespace RgPolicy.Service.Minutes;

/// <summary>Durations in few bytes: the buckets that are not empty, each by its distance from the one before and its
/// count, as numbers of seven bits to a byte.</summary>
internal static class DurationCodec
{
    public static byte[] Write(DurationHistogram durations)
    {
        using var bytes = new MemoryStream();
        var before = 0;
        foreach (var (bucket, count) in durations.Filled)
        {
            Write(bytes, bucket - before);
            Write(bytes, count);
            before = bucket;
        }

        return bytes.ToArray();
    }

    public static DurationHistogram Read(ReadOnlySpan<byte> bytes)
    {
        var durations = new DurationHistogram();
        ReadInto(durations, bytes);
        return durations;
    }

    /// <summary>Counts what can be read of it.</summary>
    public static void ReadInto(DurationHistogram durations, ReadOnlySpan<byte> bytes)
    {
        long bucket = 0;
        while (TryRead(ref bytes, out var distance) && TryRead(ref bytes, out var count))
        {
            bucket += distance;
            durations.Add((int)Math.Min(bucket, int.MaxValue), count);
        }
    }

    private static void Write(MemoryStream bytes, long number)
    {
        var left = (ulong)number;
        for (; left >= 0x80; left >>= 7)
            bytes.WriteByte((byte)(left | 0x80));

        bytes.WriteByte((byte)left);
    }

    private static bool TryRead(ref ReadOnlySpan<byte> bytes, out long number)
    {
        number = 0;
        for (var shift = 0; !bytes.IsEmpty && shift < 63; shift += 7)
        {
            var next = bytes[0];
            bytes = bytes[1..];
            number |= (long)(next & 0x7F) << shift;
            if (next < 0x80)
                return true;
        }

        return false;
    }
}
