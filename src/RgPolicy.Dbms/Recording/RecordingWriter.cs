using System.Buffers;
using System.IO.Compression;
using System.Text.Encodings.Web;
using System.Text.Json.Serialization.Metadata;

namespace RgPolicy.Dbms.Recording;

/// <summary>Writes observations as they come: sessions, statements, plans and histories once each, a query only when
/// something but its age has changed. Memory stays bounded however long it runs. Not for several threads at
/// once.</summary>
internal sealed class RecordingWriter : IDisposable
{
    private readonly Stream _file;
    private readonly BrotliStream _packed;
    private readonly ArrayBufferWriter<byte> _line = new(4096);
    private readonly Utf8JsonWriter _json;
    private readonly RecordingOptions _options;
    private readonly EntryWriter _entries;
    private readonly Dictionary<int, ObservedQuery> _last = [];
    private readonly Dictionary<int, RequestFigures> _figures = [];
    private LocksRecord _locks = LocksRecord.None;
    private TimeSpan _flushed;
    private uint _sum;
    private bool _isClosed;

    /// <summary>Writes the header; the stream is disposed with the writer.</summary>
    public RecordingWriter(Stream file, RecordingHeader header, RecordingOptions options)
    {
        _file = file;
        _packed = new BrotliStream(file, CompressionLevel.Optimal, leaveOpen: true);
        _json = new Utf8JsonWriter(
            _line,
            new JsonWriterOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, SkipValidation = true }
        );
        _options = options;
        _entries = new EntryWriter(Write, options.KeepTexts ? header.Server.Kind : null);
        Write(HeaderRecord.Of(header with { HasTexts = options.KeepTexts }), RecordingTypes.Header);
        Flush();
    }

    public long Observations { get; private set; }
    public long Queries { get; private set; }

    public void Write(RecordedObservation recorded)
    {
        _entries.ResetWhenFull();
        Write(new RecordingLine { Poll = ToPoll(recorded), Sum = _sum });
        Observations++;
        if (recorded.Elapsed - _flushed >= _options.FlushInterval)
        {
            Flush();
            _flushed = recorded.Elapsed;
        }
    }

    public void Dispose()
    {
        if (_isClosed)
            return;
        _isClosed = true;
        Write(new RecordingLine { End = Observations, Sum = _sum });
        _packed.Dispose();
        _file.Dispose();
        _json.Dispose();
    }

    private PollRecord ToPoll(RecordedObservation recorded)
    {
        var seen = recorded.Observation;
        var (began, changed) = (new List<QueryRecord>(), new List<QueryRecord>());
        var ended = _last.Keys.Except(seen.Queries.Select(query => query.ProcessId)).ToList();
        foreach (var processId in ended)
        {
            _last.Remove(processId);
            _figures.Remove(processId);
        }

        foreach (var query in seen.Queries)
        {
            var before = _last.GetValueOrDefault(query.ProcessId);
            if (before == query)
                continue;
            (before?.Started == query.Started ? changed : began).Add(_entries.ToRecord(query));
            _last[query.ProcessId] = query;
        }

        Queries += began.Count;
        return new PollRecord
        {
            Time = seen.Time,
            Elapsed = recorded.Elapsed,
            Interval = recorded.PollInterval,
            IsRefresh = recorded.IsRefresh,
            Ended = ended.Count > 0 ? ended : null,
            Began = began.Count > 0 ? began : null,
            Changed = changed.Count > 0 ? changed : null,
            Figures = ChangedFigures(seen),
            Locks = ChangedLocks(seen),
            Pressure = seen.Pressure,
        };
    }

    private Dictionary<int, RequestFigures>? ChangedFigures(Observation seen)
    {
        if (seen.Figures.IsEmpty)
        {
            _figures.Clear();
            return null;
        }

        var changed = new Dictionary<int, RequestFigures>();
        foreach (var (query, measured) in seen.Queries.Zip(seen.Figures))
        {
            var figures = measured with { Sampled = null };
            if (_figures.GetValueOrDefault(query.ProcessId) != figures)
                _figures[query.ProcessId] = changed[query.ProcessId] = figures;
        }

        return changed;
    }

    private LocksRecord? ChangedLocks(Observation seen)
    {
        var locks = new LocksRecord(seen.Blocking, seen.LockWaits, seen.OthersWaitForLocks);
        if (locks.IsSame(_locks))
            return null;
        return _locks = locks;
    }

    private int Write(RecordingLine line) => Write(line, RecordingTypes.Line);

    private int Write<T>(T record, JsonTypeInfo<T> type)
    {
        _line.ResetWrittenCount();
        _json.Reset();
        JsonSerializer.Serialize(_json, record, type);
        _line.Write("\n"u8);
        _packed.Write(_line.WrittenSpan);
        _sum = RecordingLimits.Sum(_sum, _line.WrittenSpan);
        return _line.WrittenCount;
    }

    private void Flush()
    {
        _packed.Flush();
        _file.Flush();
    }
}

/// <remarks><c>Server</c>: the server; its connection carries no secret, and its processes are not on this host.
/// <c>Host</c>: the facts of the host that it was recorded on. <c>HasTexts</c>: false when the texts of statements were
/// left out.</remarks>
internal sealed record RecordingHeader(ServerFacts Server, TargetProfile Host, DateTimeOffset Started, bool HasTexts);

internal sealed record RecordingOptions
{
    /// <summary>False leaves the texts of statements out; kind, fingerprint and tables stay.</summary>
    public bool KeepTexts { get; init; } = true;

    /// <summary>How often what was written reaches the file, so that a killed recording is readable up
    /// to there.</summary>
    public TimeSpan FlushInterval { get; init; } = TimeSpan.FromSeconds(1);
}

/// <remarks><c>Elapsed</c>: since the start of the recording. <c>PollInterval</c>: how long the observer wished to wait
/// after it. <c>IsRefresh</c>: true when it is the poll before it with plans that arrived since, not a poll of its
/// own.</remarks>
internal sealed record RecordedObservation(
    Observation Observation,
    TimeSpan Elapsed,
    TimeSpan PollInterval,
    bool IsRefresh
);
