namespace RgPolicy.Dbms.Recording;

/// <summary>Writes what queries refer to, once each and as far as it is kept, and queries as numbers of it.</summary>
/// <param name="write">Writes a line and gives its length.</param>
/// <param name="textsOf">Texts are kept where it is said of which kind of server they are.</param>
internal sealed class EntryWriter(Func<RecordingLine, int> write, string? textsOf)
{
    private readonly Dictionary<object, int> _numbers = [];
    private int _last;
    private long _bytes;

    /// <summary>Only between observations: what one observation refers to is never torn apart.</summary>
    public void ResetWhenFull()
    {
        if (_numbers.Count < RecordingLimits.Entries && _bytes < RecordingLimits.EntryBytes)
            return;
        _numbers.Clear();
        write(new RecordingLine { Reset = true });
        _bytes = 0;
    }

    public QueryRecord ToRecord(ObservedQuery query) =>
        new(
            query.ProcessId,
            query.Started,
            NumberOf(query.Session, (id, it) => new() { Id = id, Session = Kept(it) }),
            NumberOf(query.Statement, (id, it) => new() { Id = id, Statement = Kept(it) }),
            NumberOf(query.Plan, (id, it) => new() { Id = id, Plan = Kept(it) }),
            NumberOf(query.History, (id, it) => new() { Id = id, History = it with { MeanBuffers = null } }),
            query.WaitsForLock,
            query.HasWritten,
            query.IsInCriticalSection,
            query.Phase,
            query.Exemption,
            query.Workers.IsEmpty ? null : query.Workers
        );

    private int NumberOf<T>(T? entry, Func<int, T, RecordingLine> toLine)
        where T : class
    {
        if (entry is null)
            return 0;
        if (!_numbers.TryGetValue(entry, out var number))
        {
            number = _numbers[entry] = ++_last;
            _bytes += write(toLine(number, entry));
        }

        return number;
    }

    private static SessionFacts Kept(SessionFacts session) => session with { Groups = Bounded(session.Groups) };

    private StatementFacts Kept(StatementFacts statement)
    {
        var text = textsOf is not null && statement.Text is { } whole ? RedactedText.Of(whole, textsOf) : null;
        text = text?.Length > RecordingLimits.Text ? text[..RecordingLimits.Text] : text;
        return statement with
        {
            Text = text,
            // What is left of a text cannot be run again.
            IsTruncated = statement.IsTruncated || (text is not null && text != statement.Text),
            Tables = Bounded(statement.Tables),
            Digest = null,
        };
    }

    private static PlanFacts Kept(PlanFacts plan) =>
        plan.Profile is not { } profile
            ? plan
            : plan with
            {
                Profile = profile with
                {
                    Tables = Bounded(profile.Tables) ?? [],
                    Operators = [.. profile.Operators.Take(RecordingLimits.Operators)],
                },
            };

    private static ImmutableArray<string>? Bounded(ImmutableArray<string>? names) =>
        names is { Length: > RecordingLimits.Members } many ? many[..RecordingLimits.Members] : names;
}
