using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.Recording;

/// <summary>Writes what queries refer to, once each, and queries as numbers of it.</summary>
internal sealed class QueryEncoder
{
    private readonly FrameSink _sink;
    private readonly string? _textsOf;
    private readonly FrameBuilder _entry = new();
    private readonly EntryTable<SessionFacts> _sessions = new();
    private readonly EntryTable<StatementFacts> _statements = new();
    private readonly EntryTable<PlanFacts> _plans = new();
    private readonly EntryTable<HistoryFacts> _histories = new();
    private long _entryBytes;

    /// <summary>Texts are kept where it is said of which kind of server they are.</summary>
    public QueryEncoder(FrameSink sink, string? textsOf)
    {
        _sink = sink;
        _textsOf = textsOf;
    }

    /// <summary>Only between observations: one observation's entries are never torn apart.</summary>
    public void ResetWhenFull()
    {
        var most = Math.Max(Math.Max(_sessions.Count, _statements.Count), Math.Max(_plans.Count, _histories.Count));
        if (most < RecordingFormat.MaximumEntries && _entryBytes < RecordingFormat.MaximumEntryBytes)
        {
            return;
        }

        _sessions.Clear();
        _statements.Clear();
        _plans.Clear();
        _histories.Clear();
        _entryBytes = 0;
        _sink.Write(FrameKind.Reset, []);
    }

    public void WriteEntries(List<ObservedQuery> queries)
    {
        foreach (var query in queries)
        {
            WriteSession(query.Session);
            WritePlan(query.Plan);
            if (query.Statement is { } statement)
            {
                WriteStatement(statement);
            }

            if (query.History is { } history)
            {
                WriteHistory(history);
            }
        }
    }

    public void Write(FrameBuilder frame, ObservedQuery query, long pollTicks)
    {
        frame.Signed(query.ProcessId);
        frame.Signed(pollTicks - query.Started.UtcTicks);
        frame.Count(_sessions[query.Session]);
        frame.Count(query.Statement is { } statement ? _statements[statement] + 1 : 0);
        frame.Count(_plans[query.Plan]);
        frame.Count(query.History is { } history ? _histories[history] + 1 : 0);
        frame.Flag(query.WaitsForLock);
        frame.Flag(query.HasWritten);
        frame.Flag(query.IsInCriticalSection);
        frame.Count(query.Phase is { } phase ? (int)phase + 1 : 0);
        frame.OptionalText(query.Exemption);
        frame.Count(query.Workers.Length);
        foreach (var worker in query.Workers)
        {
            frame.Signed(worker);
        }
    }

    private void WriteSession(SessionFacts session)
    {
        if (_sessions.Add(session, out _))
        {
            _entry.Clear();
            FactsCodec.WriteSession(_entry, session);
            WriteEntry(FrameKind.Session);
        }
    }

    private void WriteStatement(StatementFacts statement)
    {
        if (_statements.Add(statement, out _))
        {
            _entry.Clear();
            FactsCodec.WriteStatement(_entry, statement, _textsOf);
            WriteEntry(FrameKind.Statement);
        }
    }

    private void WritePlan(PlanFacts plan)
    {
        if (_plans.Add(plan, out _))
        {
            _entry.Clear();
            PlanCodec.Write(_entry, plan);
            WriteEntry(FrameKind.Plan);
        }
    }

    private void WriteHistory(HistoryFacts history)
    {
        if (_histories.Add(history, out _))
        {
            _entry.Clear();
            FactsCodec.WriteHistory(_entry, history);
            WriteEntry(FrameKind.History);
        }
    }

    private void WriteEntry(FrameKind kind)
    {
        _sink.Write(kind, _entry.Payload);
        _entryBytes += _entry.Payload.Length;
    }
}

/// <summary>Numbers what was already written, so that it is written once.</summary>
/// <typeparam name="T">An immutable fact with value equality.</typeparam>
internal sealed class EntryTable<T>
    where T : class
{
    private readonly Dictionary<T, int> _numbers = [];

    /// <summary>How many entries there are.</summary>
    public int Count => _numbers.Count;

    /// <summary>Numbers an entry; true when it is new and must be written.</summary>
    public bool Add(T entry, out int number)
    {
        if (_numbers.TryGetValue(entry, out number))
        {
            return false;
        }

        number = _numbers.Count;
        _numbers.Add(entry, number);
        return true;
    }

    /// <summary>The number of an entry that was added.</summary>
    public int this[T entry] => _numbers[entry];

    /// <summary>Starts again from nothing.</summary>
    public void Clear() => _numbers.Clear();
}
