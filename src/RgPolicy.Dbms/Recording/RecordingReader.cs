using System.Buffers.Binary;
using System.Collections.Immutable;
using RgPolicy.Dbms.Files;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.Recording;

/// <summary>
/// Reads a recording observation by observation, in bounded memory. The file is not trusted: whatever it holds, reading
/// ends with the observations that could be read and a problem that says why there are no more.
/// </summary>
public sealed class RecordingReader : IDisposable
{
    private readonly FrameSource _source;
    private readonly string _name;
    private readonly bool _hasFigures;
    private readonly bool _hasWaits;
    private readonly QueryDecoder _decoder;
    private readonly SortedDictionary<int, ObservedQuery> _queries = [];
    private ImmutableArray<ObservedQuery> _last = [];
    private ImmutableArray<RequestFigures> _figures = [];
    private long _lastTicks;
    private bool _isAtEnd;

    private RecordingReader(FrameSource source, RecordingHeader header, string name, int version)
    {
        _hasFigures = version >= RecordingFormat.FirstWithFigures;
        _hasWaits = version >= RecordingFormat.FirstWithWaits;
        _decoder = new QueryDecoder(
            _hasWaits,
            version >= RecordingFormat.FirstWithGroups,
            version >= RecordingFormat.FirstWithPhases
        );
        _source = source;
        _name = name;
        Header = header;
        _lastTicks = header.Started.UtcTicks;
    }

    /// <summary>What the recording says of itself.</summary>
    public RecordingHeader Header { get; }

    /// <summary>Observations read so far.</summary>
    public long Observations { get; private set; }

    /// <summary>Why reading ended before the recording's proper end, or null.</summary>
    public RecordingProblem? Problem { get; private set; }

    /// <summary>Opens a recording in a file.</summary>
    public static RecordingResult Open(string path)
    {
        try
        {
            return Open(BoundedFile.Open(path), path);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return new RecordingResult(null, RecordingProblems.Unreadable(path, failure));
        }
    }

    /// <summary>Opens a recording in a stream, which is disposed with the reader.</summary>
    /// <param name="file">The recording.</param>
    /// <param name="name">What messages call it.</param>
    public static RecordingResult Open(Stream file, string name)
    {
        var (version, problem) = CheckMagic(file, name);
        if (problem is null)
        {
            var source = new FrameSource(file);
            if (ReadHeader(source) is { } header)
            {
                return new RecordingResult(new RecordingReader(source, header, name, version), null);
            }

            problem = RecordingProblems.InHeader(name, source.Problem);
            source.Dispose();
        }

        file.Dispose();
        return new RecordingResult(null, problem);
    }

    /// <summary>The next observation; null at the end and after a problem.</summary>
    public RecordedObservation? Read()
    {
        while (!_isAtEnd && Problem is null)
        {
            if (!_source.Read())
            {
                return Stop(_source.Problem ?? RecordingProblemKind.Malformed);
            }

            if (_source.Kind == FrameKind.Poll)
            {
                return ReadPoll() is not { } poll ? Stop(RecordingProblemKind.Malformed)
                    : _source.Budget.See(_queries.Count) ? poll
                    : Stop(RecordingProblemKind.TooLarge);
            }

            if (_source.Kind == FrameKind.End)
            {
                _isAtEnd = true;
            }
            else if (!_decoder.Accept(_source.Kind, _source.Payload))
            {
                return Stop(RecordingProblemKind.Malformed);
            }
            else if (_decoder.IsTooLarge)
            {
                return Stop(RecordingProblemKind.TooLarge);
            }
        }

        return null;
    }

    /// <summary>Closes the file.</summary>
    public void Dispose() => _source.Dispose();

    private static (int Version, RecordingProblem? Problem) CheckMagic(Stream file, string name)
    {
        Span<byte> head = stackalloc byte[RecordingFormat.Magic.Length + 2];
        try
        {
            var read = file.ReadAtLeast(head, head.Length, throwOnEndOfStream: false);
            var known = Math.Min(read, RecordingFormat.Magic.Length);
            if (read == 0 || !head[..known].SequenceEqual(RecordingFormat.Magic[..known]))
            {
                return (0, RecordingProblems.NotARecording(name));
            }

            if (read < head.Length)
            {
                return (0, RecordingProblems.InHeader(name, RecordingProblemKind.Truncated));
            }
        }
        catch (IOException failure)
        {
            return (0, RecordingProblems.Unreadable(name, failure));
        }

        var version = BinaryPrimitives.ReadUInt16LittleEndian(head[^2..]);
        return version switch
        {
            0 => (0, RecordingProblems.NotARecording(name)),
            > RecordingFormat.Version => (version, RecordingProblems.TooNew(name, version)),
            _ => (version, null),
        };
    }

    private static RecordingHeader? ReadHeader(FrameSource source)
    {
        if (!source.Read() || source.Kind != FrameKind.Header)
        {
            return null;
        }

        var frame = new FrameParser(source.Payload);
        var header = HeaderCodec.Read(ref frame);
        return frame.IsWhole ? header : null;
    }

    private RecordedObservation? ReadPoll()
    {
        var frame = new FrameParser(_source.Payload);
        var time = frame.Moment(_lastTicks + frame.Signed());
        var elapsed = frame.Duration();
        var interval = frame.Duration();
        var isRefresh = frame.Flag();
        var changed = ReadEnded(ref frame) | ReadChanged(ref frame, time.UtcTicks);
        var blocking = PollCodec.ReadBlocking(ref frame);
        var (othersWait, waits) = _hasWaits ? PollCodec.ReadWaits(ref frame) : (false, null);
        var pressure = PollCodec.ReadPressure(ref frame);
        _figures = _hasFigures ? FiguresCodec.Read(ref frame, _figures, _queries.Count) : [];
        if (!frame.IsWhole || _queries.Count > RecordingFormat.MaximumQueries)
        {
            return null;
        }

        _last = changed ? [.. _queries.Values] : _last;
        _lastTicks = time.UtcTicks;
        Observations++;
        var observation = new Observation(time, _last)
        {
            Blocking = blocking,
            LockWaits = waits,
            OthersWaitForLocks = othersWait,
            Pressure = pressure,
            Figures = _figures,
        };
        return new RecordedObservation(observation, elapsed, interval, isRefresh);
    }

    private bool ReadEnded(ref FrameParser frame)
    {
        var count = frame.Count(RecordingFormat.MaximumQueries);
        for (var left = count; left > 0; left--)
        {
            _queries.Remove(frame.Integer());
        }

        return count > 0;
    }

    private bool ReadChanged(ref FrameParser frame, long pollTicks)
    {
        var count = frame.Count(RecordingFormat.MaximumQueries);
        for (var left = count; left > 0; left--)
        {
            if (_decoder.Read(ref frame, pollTicks) is not { } query)
            {
                return true;
            }

            _queries[query.ProcessId] = query;
        }

        return count > 0;
    }

    private RecordedObservation? Stop(RecordingProblemKind kind)
    {
        Problem = RecordingProblems.AfterHeader(_name, kind, Observations);
        return null;
    }
}
