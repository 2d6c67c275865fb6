using System.Buffers.Binary;
using System.IO.Compression;

namespace RgPolicy.Dbms.Recording;

/// <summary>Reads frames back, one at a time, each within the limits.</summary>
internal sealed class FrameSource : IDisposable
{
    private readonly EndNotingStream _file;
    private readonly BrotliStream _unpacked;
    private byte[] _buffer = new byte[4096];
    private int _length;

    /// <summary>Starts behind magic and version.</summary>
    public FrameSource(Stream file)
    {
        _file = new EndNotingStream(file);
        Budget = new RecordingBudget(_file);
        _unpacked = new BrotliStream(_file, CompressionMode.Decompress);
    }

    /// <summary>What the file may come to.</summary>
    public RecordingBudget Budget { get; }

    /// <summary>Why the last <see cref="Read"/> found nothing, once it did.</summary>
    public RecordingProblemKind? Problem { get; private set; }

    /// <summary>The last frame's kind.</summary>
    public FrameKind Kind { get; private set; }

    /// <summary>The last frame's payload; valid until the next read.</summary>
    public ReadOnlySpan<byte> Payload => _buffer.AsSpan(0, _length);

    /// <summary>Reads the next frame; false at the end and after any problem.</summary>
    public bool Read() => Problem is null && ReadHead() && ReadPayload() && ReadChecksum();

    public void Dispose() => _unpacked.Dispose();

    private bool ReadHead()
    {
        Span<byte> one = stackalloc byte[1];
        if (!Fill(one))
        {
            return false;
        }

        Kind = (FrameKind)one[0];
        var length = 0UL;
        for (var shift = 0; shift < 35; shift += 7)
        {
            if (!Fill(one))
            {
                return false;
            }

            length |= (ulong)(one[0] & 0x7F) << shift;
            if (one[0] < 0x80)
            {
                return Accept(length);
            }
        }

        return Stop(RecordingProblemKind.Malformed);
    }

    private bool Accept(ulong length)
    {
        if (length > RecordingFormat.MaximumFrame)
        {
            return Stop(RecordingProblemKind.Malformed);
        }

        _length = (int)length;
        return Budget.Unpack(_length) || Stop(RecordingProblemKind.TooLarge);
    }

    /// <summary>The buffer grows with what really arrives, not with what a length promises.</summary>
    private bool ReadPayload()
    {
        var have = 0;
        while (have < _length)
        {
            if (have == _buffer.Length)
            {
                Array.Resize(ref _buffer, Math.Min(RecordingFormat.MaximumFrame, _buffer.Length * 2));
            }

            var part = Math.Min(_length, _buffer.Length) - have;
            if (!Fill(_buffer.AsSpan(have, part)))
            {
                return false;
            }

            have += part;
        }

        return true;
    }

    private bool ReadChecksum()
    {
        Span<byte> checksum = stackalloc byte[4];
        if (!Fill(checksum))
        {
            return false;
        }

        var expected = BinaryPrimitives.ReadUInt32LittleEndian(checksum);
        return expected == RecordingFormat.Checksum(Kind, Payload) || Stop(RecordingProblemKind.Malformed);
    }

    private bool Fill(Span<byte> target)
    {
        try
        {
            return _unpacked.ReadAtLeast(target, target.Length, throwOnEndOfStream: false) == target.Length
                || Stop(RecordingProblemKind.Truncated);
        }
        catch (Exception failure) when (failure is InvalidDataException or InvalidOperationException or IOException)
        {
            // The decoder's way of saying both "the input ends here" and "this is no Brotli".
            return Stop(_file.IsAtEnd ? RecordingProblemKind.Truncated : RecordingProblemKind.Malformed);
        }
    }

    private bool Stop(RecordingProblemKind problem)
    {
        Problem = problem;
        _length = 0;
        return false;
    }
}

/// <summary>
/// How much a recording may come to in proportion to its file. A real one has times and checksums in each observation
/// that do not pack, so a file that comes to far more was made to keep its reader busy.
/// </summary>
/// <param name="file">Where it is read from.</param>
internal sealed class RecordingBudget(EndNotingStream file)
{
    private const long SpareBytes = 1024 * 1024;
    private const long BytesPerByte = 300;
    private const long SparePolls = 50_000;
    private const long PollsPerByte = 1;
    private const long SpareSightings = 1_000_000;
    private const long SightingsPerByte = 300;
    private long _bytes;
    private long _polls;
    private long _sightings;

    /// <summary>Takes a frame's payload into account; false when that is too much.</summary>
    public bool Unpack(int length)
    {
        _bytes += length;
        return _bytes <= RecordingFormat.MaximumUnpacked && _bytes <= SpareBytes + (BytesPerByte * file.Count);
    }

    /// <summary>Takes an observation with so many queries in view into account; false when that is too much.</summary>
    public bool See(int queries)
    {
        _polls++;
        _sightings += queries;
        return _polls <= SparePolls + (PollsPerByte * file.Count)
            && _sightings <= SpareSightings + (SightingsPerByte * file.Count);
    }
}
