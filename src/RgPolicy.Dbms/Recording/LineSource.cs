using System.Buffers;
using System.IO.Compression;

namespace RgPolicy.Dbms.Recording;

/// <summary>Unpacks a recording line by line, within the limits. A real one has times in each observation that do not
/// pack, so a file that comes to far more than its size was made to keep its reader busy.</summary>
internal sealed class LineSource : IDisposable
{
    private const long SpareBytes = 1024 * 1024;
    private const long BytesPerByte = 300;
    private const long SparePolls = 50_000;
    private const long PollsPerByte = 1;
    private const long SpareSightings = 1_000_000;
    private const long SightingsPerByte = 300;

    private readonly Stream _file;
    private readonly byte[] _packed = new byte[16 * 1024];
    private BrotliDecoder _decoder;
    private byte[] _buffer = new byte[16 * 1024];
    private (int Start, int End) _unread;
    private (int Start, int End) _line;
    private (int Start, int End) _unpacked;
    private long _bytesRead;
    private long _bytesUnpacked;
    private long _polls;
    private long _sightings;
    private uint _sum;

    public LineSource(Stream file)
    {
        _file = file;
        ReadFile();
    }

    /// <summary>The packed bytes of the file's beginning; only before the first <see cref="Read"/>.</summary>
    public ReadOnlySpan<byte> Beginning => _packed.AsSpan(.._unread.End);

    /// <summary>The line without its end, valid until the next <see cref="Read"/>; after a problem, what there is of
    /// one.</summary>
    public ReadOnlySpan<byte> Line => _buffer.AsSpan(_line.Start.._line.End);

    public uint SumBefore { get; private set; }
    public RecordingProblemKind? Problem { get; private set; }

    /// <summary>Finds the next line; false after any problem, an end among them.</summary>
    public bool Read()
    {
        var searched = _unpacked.Start;
        while (true)
        {
            var length = _buffer.AsSpan(searched.._unpacked.End).IndexOf((byte)'\n');
            _line = (_unpacked.Start, length < 0 ? _unpacked.End : searched + length);
            if (length >= 0)
            {
                _unpacked.Start = _line.End + 1;
                SumBefore = _sum;
                _sum = RecordingLimits.Sum(_sum, _buffer.AsSpan(_line.Start.._unpacked.Start));
                return true;
            }

            MakeRoom();
            searched = _unpacked.End;
            if (!Unpack())
                return false;
        }
    }

    /// <summary>Takes an observation with so many queries in view into account; false when that is too much.</summary>
    public bool See(int queries)
    {
        _polls++;
        _sightings += queries;
        return _polls <= SparePolls + (PollsPerByte * _bytesRead)
            && _sightings <= SpareSightings + (SightingsPerByte * _bytesRead);
    }

    public void Dispose()
    {
        _decoder.Dispose();
        _file.Dispose();
    }

    /// <summary>The buffer grows with what really arrives.</summary>
    private void MakeRoom()
    {
        if (_unpacked.Start > 0)
        {
            _buffer.AsSpan(_unpacked.Start.._unpacked.End).CopyTo(_buffer);
            _unpacked = _line = (0, _unpacked.End - _unpacked.Start);
        }
        else if (_unpacked.End == _buffer.Length)
        {
            Array.Resize(ref _buffer, Math.Min(2 * _buffer.Length, RecordingLimits.Line + 1));
        }
    }

    private bool Unpack()
    {
        if (_unpacked.End == _buffer.Length)
            return Stop(RecordingProblemKind.TooLarge);
        while (Problem is null)
        {
            var state = _decoder.Decompress(
                _packed.AsSpan(_unread.Start.._unread.End),
                _buffer.AsSpan(_unpacked.End),
                out var read,
                out var written
            );
            _unread.Start += read;
            _unpacked.End += written;
            _line.End += written;
            _bytesUnpacked += written;
            if (_bytesUnpacked > Math.Min(RecordingLimits.Unpacked, SpareBytes + (BytesPerByte * _bytesRead)))
                return Stop(RecordingProblemKind.TooLarge);
            if (written > 0)
                return true;
            if (state == OperationStatus.InvalidData)
                return Stop(RecordingProblemKind.Malformed);
            if (state == OperationStatus.Done || !ReadMore())
                return Stop(RecordingProblemKind.Truncated);
        }

        return false;
    }

    private bool ReadMore()
    {
        try
        {
            return ReadFile();
        }
        catch (IOException)
        {
            return Stop(RecordingProblemKind.Malformed);
        }
    }

    private bool ReadFile()
    {
        var count = _file.Read(_packed);
        _unread = (0, count);
        _bytesRead += count;
        return count > 0;
    }

    private bool Stop(RecordingProblemKind problem)
    {
        Problem ??= problem;
        return false;
    }
}
