using System.Collections.Immutable;
using RgPolicy.Engine.Observe;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.Recording;

/// <summary>
/// Writes observations as they come: sessions, statements, plans and histories once each, a query only
/// when something but its age has changed. Memory stays bounded however long it runs. Not for several threads at once.
/// </summary>
public sealed class RecordingWriter : IDisposable
{
    private readonly FrameSink _sink;
    private readonly RecordingOptions _options;
    private readonly FrameBuilder _frame = new();
    private readonly QueryEncoder _encoder;
    private readonly Dictionary<int, ObservedQuery> _last = [];
    private readonly HashSet<int> _seen = [];
    private readonly List<int> _ended = [];
    private readonly List<ObservedQuery> _changed = [];
    private ImmutableArray<RequestFigures> _figures = [];
    private long _lastTicks;
    private TimeSpan _flushed;
    private bool _isClosed;

    /// <summary>Writes the header; the stream is disposed with the writer.</summary>
    public RecordingWriter(Stream file, RecordingHeader header, RecordingOptions options)
    {
        _sink = new FrameSink(file);
        _options = options;
        _encoder = new QueryEncoder(_sink, options.KeepTexts ? header.Server.Kind : null);
        HeaderCodec.Write(_frame, header with { HasTexts = options.KeepTexts });
        WriteFrame(FrameKind.Header);
        _sink.Flush();
        _lastTicks = header.Started.UtcTicks;
    }

    /// <summary>Observations written so far.</summary>
    public long Observations { get; private set; }

    /// <summary>Queries seen so far.</summary>
    public long Queries { get; private set; }

    /// <summary>Appends one observation.</summary>
    public void Write(RecordedObservation recorded)
    {
        _encoder.ResetWhenFull();
        Compare(recorded.Observation);
        _encoder.WriteEntries(_changed);
        WritePoll(recorded);
        Remember();
        FlushWhenDue(recorded.Elapsed);
    }

    /// <summary>Marks the recording as complete and closes the file.</summary>
    public void Dispose()
    {
        if (!_isClosed)
        {
            _isClosed = true;
            _frame.Clear();
            WriteFrame(FrameKind.End);
            _sink.Dispose();
        }
    }

    private void Compare(Observation observation)
    {
        _seen.Clear();
        _changed.Clear();
        _ended.Clear();
        foreach (var query in observation.Queries)
        {
            _seen.Add(query.ProcessId);
            if (!_last.TryGetValue(query.ProcessId, out var before) || !IsSame(before, query))
            {
                Queries += before is null || before.Started != query.Started ? 1 : 0;
                _changed.Add(query);
            }
        }

        foreach (var processId in _last.Keys)
        {
            if (!_seen.Contains(processId))
            {
                _ended.Add(processId);
            }
        }
    }

    private static bool IsSame(ObservedQuery before, ObservedQuery now) =>
        ReferenceEquals(before, now) || before == now;

    private void WritePoll(RecordedObservation recorded)
    {
        _frame.Clear();
        var ticks = recorded.Observation.Time.UtcTicks;
        _frame.Signed(ticks - _lastTicks);
        _frame.Signed(recorded.Elapsed.Ticks);
        _frame.Signed(recorded.PollInterval.Ticks);
        _frame.Flag(recorded.IsRefresh);
        _frame.Count(_ended.Count);
        foreach (var processId in _ended)
        {
            _frame.Signed(processId);
        }

        _frame.Count(_changed.Count);
        foreach (var query in _changed)
        {
            _encoder.Write(_frame, query, ticks);
        }

        PollCodec.WriteBlocking(_frame, recorded.Observation.Blocking);
        PollCodec.WriteWaits(_frame, recorded.Observation);
        PollCodec.WritePressure(_frame, recorded.Observation.Pressure);
        FiguresCodec.Write(_frame, recorded.Observation.Figures, _figures);
        WriteFrame(FrameKind.Poll);
        _lastTicks = ticks;
        _figures = recorded.Observation.Figures;
        Observations++;
    }

    private void Remember()
    {
        foreach (var processId in _ended)
        {
            _last.Remove(processId);
        }

        foreach (var query in _changed)
        {
            _last[query.ProcessId] = query;
        }
    }

    private void FlushWhenDue(TimeSpan elapsed)
    {
        if (elapsed - _flushed >= _options.FlushInterval)
        {
            _sink.Flush();
            _flushed = elapsed;
        }
    }

    private void WriteFrame(FrameKind kind) => _sink.Write(kind, _frame.Payload);
}

/// <summary>What a recording says of itself.</summary>
/// <param name="Server">The server; its connection carries no secret, and its processes are not on this host.</param>
/// <param name="Host">The facts of the host that it was recorded on.</param>
/// <param name="Started">When it was started.</param>
/// <param name="HasTexts">False when the texts of statements were left out.</param>
public sealed record RecordingHeader(ServerFacts Server, TargetProfile Host, DateTimeOffset Started, bool HasTexts);

/// <summary>How a recording is written.</summary>
public sealed record RecordingOptions
{
    /// <summary>False leaves the texts of statements out; kind, fingerprint and tables stay.</summary>
    public bool KeepTexts { get; init; } = true;

    /// <summary>How often what was written reaches the file, so that a killed recording is readable up
    /// to there.</summary>
    public TimeSpan FlushInterval { get; init; } = TimeSpan.FromSeconds(1);
}

/// <summary>One observation of a recording.</summary>
/// <param name="Observation">What was seen.</param>
/// <param name="Elapsed">Since the start of the recording.</param>
/// <param name="PollInterval">How long the observer wished to wait after it.</param>
/// <param name="IsRefresh">True when it is the poll before it with plans that arrived since, not a poll
/// of its own.</param>
public sealed record RecordedObservation(
    Observation Observation,
    TimeSpan Elapsed,
    TimeSpan PollInterval,
    bool IsRefresh
);
