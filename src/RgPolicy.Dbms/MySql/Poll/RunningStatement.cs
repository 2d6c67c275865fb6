using RgPolicy.Dbms.MySql.Live;
using RgPolicy.Dbms.Usage;

namespace RgPolicy.Dbms.MySql.Poll;

internal sealed class RunningStatement(SessionRow row, DateTimeOffset started, StatementFacts statement) : IRunning
{
    public SessionRow Row { get; set; } = row;
    public DateTimeOffset Started { get; } = started;

    /// <summary>When it began by the row that was first seen; what later rows are compared with.</summary>
    public DateTimeOffset FirstStart { get; init; } = started;

    public StatementFacts Statement { get; } = statement;

    /// <summary>It belongs to one that began before it: a statement of a procedure, a trigger or a function.</summary>
    public bool IsWithin { get; init; }

    public required KnownSession Session { get; set; }

    /// <summary>The number that names it everywhere: its thread's where threads are governed, else its
    /// session's.</summary>
    public required int BackendId { get; init; }

    public long SeenAt { get; set; }
    public int Sightings { get; set; }
    public int TransactionReads { get; set; }
    public bool HoldsLocks { get; set; }

    /// <summary>It only reads, and its transaction holds no locks: it neither waits for a row nor has one that others
    /// wait for.</summary>
    public bool IsSettled =>
        IsPlainRead
        && TransactionReads >= 2
        && !HoldsLocks
        && !HasWritten
        && !WaitsForLock
        && Row.Flags == SessionFlags.None;

    private bool IsPlainRead { get; } = PlainRead.Is(statement);

    public bool WaitsForLock { get; set; }

    /// <summary>The transaction of its session that had written when that was last read before it was seen; null where
    /// none had.</summary>
    public ulong? WriterBefore { get; init; }

    public bool HasWritten { get; set; }

    /// <summary>Rows that its transaction had written when that was first asked; null before.</summary>
    public long? RowsBefore { get; set; }

    public long RowsWritten { get; set; }

    /// <summary>Its own plan was asked for, whether it was told or not: what it had before may be one of other
    /// constants.</summary>
    public bool HasOwnPlan { get; set; }

    public PlanAnswer? Answer { get; set; }

    /// <summary>What the server counts of it while it runs; null where that was not looked at.</summary>
    public LiveStatement? Live { get; set; }

    public HistoryFacts? History { get; set; }
    public QueryUsage Usage { get; } = new();

    /// <summary>What was handed out last; null when something changed since.</summary>
    public ObservedQuery? Handed { get; set; }

    public bool IsBulk => RowsWritten > 10_000;
}

/// <remarks><c>Exemption</c>: why it is never governed, or null.</remarks>
internal sealed record KnownSession(int SessionId, SessionFacts Facts, string? Exemption)
{
    public bool IsAppRead { get; init; }

    public bool IsOf(MySqlTexts texts) =>
        Facts.Login == texts.User && Facts.Host == texts.Host && Facts.Database == texts.Database;
}

/// <summary>Tells statements that read, and by their text lock no rows.</summary>
internal static class PlainRead
{
    // performance_schema cuts texts at 1,024 bytes, and what locks is at the end.
    private const int LongestWhole = 1_000;

    // FOR UPDATE, FOR SHARE, LOCK IN SHARE MODE; a column of such a name costs a question more, no more.
    private static readonly string[] Locking = ["UPDATE", "SHARE"];

    /// <summary>Whether it is one; in doubt it is none.</summary>
    public static bool Is(StatementFacts statement) =>
        statement is { Kind: StatementKind.Select, Text: { } text, IsTruncated: false }
        && Encoding.UTF8.GetByteCount(text) < LongestWhole
        && !Array.Exists(Locking, each => text.Contains(each, StringComparison.OrdinalIgnoreCase));
}

/// <summary>Makes of a running statement what is handed out.</summary>
internal static class StatementObservation
{
    private const string Rollback = "it was killed and takes back what it did";

    private static readonly PlanFacts Bulk = PlanFactsMaker.FromKind(StatementKind.BulkLoad);

    /// <summary>The same instance while nothing changed.</summary>
    public static ObservedQuery Of(RunningStatement statement)
    {
        var plan = statement.IsBulk ? Bulk : statement.Answer?.Facts ?? PlanFacts.Pending;
        if (
            statement.Handed is { } handed
            && ReferenceEquals(handed.Plan, plan)
            && ReferenceEquals(handed.History, statement.History)
        )
            return handed;
        return statement.Handed = new ObservedQuery
        {
            ProcessId = statement.BackendId,
            Started = statement.Started,
            Session = statement.Session.Facts,
            Statement = StatementOf(statement),
            Plan = plan,
            History = statement.History,
            WaitsForLock = statement.WaitsForLock,
            HasWritten = statement.HasWritten && !IsLoad(statement.Statement),
            IsInCriticalSection = statement.Row.Flags.HasFlag(SessionFlags.Commits),
            Exemption =
                statement.Session.Exemption ?? (statement.Row.Flags.HasFlag(SessionFlags.Killed) ? Rollback : null),
        };
    }

    public static bool HangsOnTransaction(RunningStatement statement) =>
        statement
            is { Session.Exemption: null, Statement: { IsTransactionControl: false, Kind: not StatementKind.Select } }
        && !IsLoad(statement.Statement);

    // By its text: an INSERT that has written many rows is left alone as before.
    private static bool IsLoad(StatementFacts statement) =>
        statement.Kind is StatementKind.BulkLoad or StatementKind.IndexBuild;

    /// <summary>An INSERT of many rows is a load, however it gets them.</summary>
    private static StatementFacts StatementOf(RunningStatement statement) =>
        statement is { IsBulk: true, Statement.Kind: StatementKind.Insert }
            ? statement.Statement with
            {
                Kind = StatementKind.BulkLoad,
            }
            : statement.Statement;
}

/// <summary>What running statements have used, where the server's threads are on this host. Looked at from the second
/// poll on, ever more seldom as they grow older.</summary>
internal sealed class ThreadUsage(int processId)
{
    private readonly ProcUsageReader _reader = new(FormattableString.Invariant($"/proc/{processId}/task"));

    public void Update(IReadOnlyList<RunningStatement> running, DateTimeOffset now)
    {
        foreach (var statement in running)
        {
            var age = now - statement.Started;
            if (statement.Sightings > 1 && statement.Usage.IsDue(age))
                statement.Usage.Read(_reader, statement.Row.ThreadId, [], age);
        }
    }
}
