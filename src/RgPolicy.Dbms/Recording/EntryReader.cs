namespace RgPolicy.Dbms.Recording;

/// <summary>Looks up what the queries of a recording refer to by its number.</summary>
internal sealed class EntryReader
{
    private readonly Dictionary<int, object> _entries = [];
    private long _bytes;

    /// <summary>Takes an entry or a reset; false when the entries take more than a writer would ever let them.</summary>
    /// <exception cref="JsonException">The line is neither, or does not fit.</exception>
    public bool Take(RecordingLine line, int length)
    {
        _bytes += length;
        if (line.Reset)
        {
            _entries.Clear();
            _bytes = 0;
            return true;
        }

        _entries[line.Id.Fitting(line.Id > 0)] = line switch
        {
            { Session: { } session } => session.Fitting(session.Groups is not { Length: > RecordingLimits.Members }),
            { Statement: { } it } => it.Fitting(it.Tables is not { Length: > RecordingLimits.Members }),
            { Plan: { } plan } => plan.Fitting(IsWhole(plan)),
            { History: { } history } => history,
            _ => throw new JsonException("a line of no known kind"),
        };
        return _bytes <= 2 * RecordingLimits.EntryBytes;
    }

    /// <exception cref="JsonException">It refers to what there is not.</exception>
    public ObservedQuery ToQuery(QueryRecord query) =>
        new()
        {
            ProcessId = query.ProcessId,
            Started = query.Started,
            Session = Find<SessionFacts>(query.Session) ?? throw new JsonException("a query of no session"),
            Statement = Find<StatementFacts>(query.Statement),
            Plan = Find<PlanFacts>(query.Plan) ?? throw new JsonException("a query of no plan"),
            History = Find<HistoryFacts>(query.History),
            WaitsForLock = query.WaitsForLock,
            HasWritten = query.HasWritten,
            IsInCriticalSection = query.IsInCriticalSection,
            Phase = query.Phase,
            Exemption = query.Exemption,
            Workers = (query.Workers ?? []).Fitting(query.Workers is not { Length: > RecordingLimits.Members }),
        };

    private static bool IsWhole(PlanFacts plan) =>
        (plan.State is PlanState.Known or PlanState.Expected) == (plan.Profile is not null)
        && plan.Profile?.Tables is not { Length: > RecordingLimits.Members }
        && plan.Profile?.Operators is not { Length: > RecordingLimits.Operators };

    private T? Find<T>(int id)
        where T : class =>
        id == 0
            ? null
            : _entries.GetValueOrDefault(id) as T ?? throw new JsonException("what a query refers to is missing");
}
