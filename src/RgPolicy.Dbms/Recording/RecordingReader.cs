using RgPolicy.Dbms.Files;

namespace RgPolicy.Dbms.Recording;

/// <summary>Reads a recording observation by observation, in bounded memory. The file is not trusted: whatever it
/// holds, reading ends with the observations that could be read and a problem that says why there are no
/// more.</summary>
internal sealed class RecordingReader : IDisposable
{
    private readonly LineSource _source;
    private readonly string _name;
    private readonly EntryReader _entries = new();
    private readonly SortedDictionary<int, ObservedQuery> _queries = [];
    private readonly Dictionary<int, RequestFigures> _figures = [];
    private ImmutableArray<ObservedQuery> _last = [];
    private LocksRecord _locks = LocksRecord.None;
    private bool _isAtEnd;

    private RecordingReader(LineSource source, RecordingHeader header, string name)
    {
        _source = source;
        _name = name;
        Header = header;
    }

    public RecordingHeader Header { get; }
    public long Observations { get; private set; }

    /// <summary>Why reading ended before the recording's proper end, or null.</summary>
    public RecordingProblem? Problem { get; private set; }

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

    public static RecordingResult Open(Stream file, string name)
    {
        LineSource source;
        try
        {
            source = new LineSource(file);
        }
        catch (IOException failure)
        {
            file.Dispose();
            return new RecordingResult(null, RecordingProblems.Unreadable(name, failure));
        }

        var (header, problem) = ReadHeader(source, name);
        if (header is not null)
            return new RecordingResult(new RecordingReader(source, header, name), null);
        source.Dispose();
        return new RecordingResult(null, problem);
    }

    /// <summary>The next observation; null at the end and after a problem.</summary>
    public RecordedObservation? Read()
    {
        while (!_isAtEnd && Problem is null)
        {
            if (!_source.Read())
                return Stop(_source.Problem ?? RecordingProblemKind.Malformed);
            try
            {
                var line = JsonSerializer.Deserialize(_source.Line, RecordingTypes.Line);
                if (Take(line ?? throw new JsonException("an empty line")) is { } seen)
                    return seen;
            }
            catch (JsonException)
            {
                return Stop(RecordingProblemKind.Malformed);
            }
        }

        return null;
    }

    public void Dispose() => _source.Dispose();

    private static (RecordingHeader? Header, RecordingProblem? Problem) ReadHeader(LineSource source, string name)
    {
        if (source.Beginning.StartsWith(RecordingLimits.OldBeginning))
            return (null, RecordingProblems.TooOld(name));
        var isRead = source.Read();
        if (!source.Line.StartsWith(RecordingLimits.Beginning))
            return (null, RecordingProblems.NotARecording(name, source.Problem == RecordingProblemKind.Truncated));
        try
        {
            if (!isRead)
                return (null, RecordingProblems.InHeader(name, source.Problem));
            var schema = JsonSerializer.Deserialize(source.Line, RecordingTypes.Schema)?.Schema;
            return RecordingLimits.VersionOf(schema) switch
            {
                0 => (null, RecordingProblems.NotARecording(name, mayBeCut: false)),
                > RecordingLimits.Version and var version => (null, RecordingProblems.TooNew(name, version)),
                _ => (JsonSerializer.Deserialize(source.Line, RecordingTypes.Header)?.ToHeader(), null),
            };
        }
        catch (JsonException)
        {
            return (null, RecordingProblems.InHeader(name, RecordingProblemKind.Malformed));
        }
    }

    private RecordedObservation? Take(RecordingLine line)
    {
        _ = line.Fitting(line.Sum is not { } sum || sum == _source.SumBefore);
        if (line.Poll is { } poll)
        {
            var seen = Take(poll);
            return _source.See(_queries.Count) ? seen : Stop(RecordingProblemKind.TooLarge);
        }

        if (line.End is not null)
            _isAtEnd = true;
        else if (!_entries.Take(line, _source.Line.Length))
            return Stop(RecordingProblemKind.TooLarge);
        return null;
    }

    private RecordedObservation Take(PollRecord poll)
    {
        foreach (var processId in poll.Ended ?? [])
        {
            _queries.Remove(processId);
            _figures.Remove(processId);
        }

        foreach (var query in (poll.Began ?? []).Concat(poll.Changed ?? []))
            _queries[query.ProcessId] = _entries.ToQuery(query);
        TakeFigures(poll.Figures);
        if (poll is not { Ended: null, Began: null, Changed: null })
            _last = [.. _queries.Values];
        _locks = poll.Locks ?? _locks;
        Observations++;
        var seen = new Observation(poll.Time, _last.Fitting(_last.Length <= RecordingLimits.Queries))
        {
            Blocking = _locks.Blocking,
            LockWaits = _locks.Waits,
            OthersWaitForLocks = _locks.OthersWait,
            Figures = poll.Figures is null
                ? []
                : [.. _last.Select(query => _figures.GetValueOrDefault(query.ProcessId))],
            Pressure = poll.Pressure,
        };
        return new RecordedObservation(seen, poll.Elapsed, poll.Interval, poll.IsRefresh);
    }

    private void TakeFigures(IReadOnlyDictionary<int, RequestFigures>? changed)
    {
        if (changed is null)
            _figures.Clear();
        else
            foreach (var (processId, figures) in changed)
                _figures[processId] = figures.Fitting(IsFitting(figures) && _queries.ContainsKey(processId));
    }

    private static bool IsFitting(RequestFigures figures) =>
        figures is { ReadBytes: not < 0, WriteBytes: not < 0, MemoryBytes: not < 0, Workers: >= 0, Sampled: null };

    private RecordedObservation? Stop(RecordingProblemKind kind)
    {
        Problem = RecordingProblems.AfterHeader(_name, kind, Observations);
        return null;
    }
}
