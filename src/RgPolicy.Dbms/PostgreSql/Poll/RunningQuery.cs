using RgPolicy.Dbms.Phases;
using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.Usage;

namespace RgPolicy.Dbms.PostgreSql.Poll;

internal sealed class RunningQuery(ActivityRow row) : IRunning
{
    // More than an execution looks at that writes a few hundred rows.
    private const double ManyBuffers = 10_000;

    private static readonly TimeSpan RowsPause = TimeSpan.FromSeconds(1);

    private PhaseWatch _phase = new();
    private ObservedQuery? _handed;
    private PlanFacts _plan = PlanFacts.Pending;
    private DateTime _lastSeen = row.Started;
    private bool? _holdsRows;
    private DateTime _askedForRows;

    public ActivityRow Row { get; private set; } = row;

    public int BackendId => Row.ProcessId;

    public long SeenAt { get; private set; }
    public int Sightings { get; private set; }
    public TimeSpan LockWait { get; private set; }
    public SessionFacts? Session { get; set; }
    public KnownStatement? Statement { get; private set; }

    /// <summary>The constants that its own text has; null while that was not read.</summary>
    public ulong? Constants { get; private set; }

    /// <summary>Its statement is known, and the text and the constants are those of an earlier execution.</summary>
    public bool IsTextOfAnother => Constants is null && Statement is { Constants: not 0 };

    /// <summary>The server shows no query id of it, and that of its statement is the one that its text had
    /// before.</summary>
    public bool IsIdInferred => Row.QueryId == 0 && Statement is { QueryId: not 0 };

    /// <summary>The login whose statement RgPolicy's own backend plans with it, with much work; null for all
    /// others.</summary>
    public string? PlansFor { get; set; }

    public PlanAnswer? Answer { get; set; }

    /// <summary>What its plan was asked for by; null while it was not.</summary>
    public StatementKey? AskedBy { get; set; }

    public bool IsEvidenceAsked { get; set; }
    public PlanFacts? Inferred { get; set; }

    public (PlanAnswer From, PlanFacts Facts)? Expected { get; set; }

    /// <summary>What it was inferred from: history and whether the query is old.</summary>
    public (HistoryFacts? History, bool IsOld) InferredFrom { get; set; }

    public ImmutableArray<int> Workers { get; set; } = [];
    public QueryUsage Usage { get; } = new();

    /// <summary>Its transaction was open before it and has an id, and no answer of the server says that it holds no
    /// rows.</summary>
    public bool HasWritten => Row.HasWritten && _holdsRows != false;

    public bool IsCritical { get; set; }

    /// <summary>That is the log alone, for all of them.</summary>
    public bool IsLogAlone { get; set; }

    /// <summary>A poll of this execution found that its transaction had not written: what it has written since is its
    /// own.</summary>
    public bool WroteNothingBefore { get; private set; }

    /// <summary>Since when each poll has seen it wait for the log, or null.</summary>
    public DateTime? WaitsForLogSince { get; private set; }

    public bool HoldsUpLog { get; private set; }

    /// <summary>It loads, builds an index or writes much, and does nothing else.</summary>
    public bool Loads => LoadsBy(_plan);

    public WorkWait Work { get; set; }

    /// <summary>The work that it is at, where that is told.</summary>
    public PlanShape? Phase => _phase.Phase;

    /// <summary>What was handed out last; null when something changed since.</summary>
    public ObservedQuery? Handed
    {
        get => _handed;
        set => (_handed, _plan) = (value, value?.Plan ?? _plan);
    }

    public void See(in ActivityRow row, long poll, DateTime time)
    {
        if (!Row.HoldsTheSame(row))
            Handed = null;
        if (row.WaitsForLock && time > _lastSeen)
            LockWait += time - _lastSeen;
        WaitsForLogSince = row.IsLog ? WaitsForLogSince ?? time : null;
        WroteNothingBefore |= !row.HasWritten;
        (Row, SeenAt, _lastSeen) = (row, poll, time);
        Sightings++;
    }

    /// <summary>The same by a plan that may be newer than what was handed out. That a write has run for long proves
    /// nothing: a small one that waits for the log is within its commit.</summary>
    public bool LoadsBy(PlanFacts plan) =>
        Statement is { IsLoad: true }
        || (
            plan.Profile is { Shape: PlanShape.Write or PlanShape.BulkLoad } profile
            && IsKnownToBeLarge(profile)
            && Statement is { IsWrite: true, Facts.IsTruncated: false }
        );

    private bool IsKnownToBeLarge(PlanProfile profile) =>
        profile.ShapeProvenance != Provenance.Inferred
        || Answer is { LargeWrite: not null }
        || InferredFrom.History is { MeanBuffers: > ManyBuffers };

    /// <summary>Whether the server is to be asked if its transaction holds rows: not for what is short, and until it
    /// does.</summary>
    public bool MayHoldNoRows(DateTime now) =>
        Row.HasWritten && Sightings > 1 && _holdsRows != true && now - _askedForRows >= RowsPause;

    public void SeeRows(bool holdsRows, DateTime now)
    {
        _askedForRows = now;
        if (_holdsRows != holdsRows)
            (_holdsRows, Handed) = (holdsRows, null);
    }

    public void SeeLog(bool letsLoadsOut)
    {
        var holdsUpLog = letsLoadsOut && Loads;
        if (holdsUpLog != HoldsUpLog)
            (HoldsUpLog, Handed) = (holdsUpLog, null);
    }

    public void SeeWork(PlanShape? told)
    {
        var before = Phase;
        var work = told ?? (Work == WorkWait.None ? null : WaitingOperator.WorkOf(Work, _plan));
        _phase.See(work, isByView: told is not null, _lastSeen);
        if (Phase != before)
            Handed = null;
    }

    public void Take(KnownStatement? statement) => (Statement, Handed) = (statement, null);

    /// <summary>Takes in its statement with its own text; what was told by another's is looked for anew.</summary>
    public void TakeOwn(KnownStatement statement)
    {
        if (IsTextOfAnother)
            (Answer, AskedBy, Inferred, IsEvidenceAsked) = (null, null, null, false);
        Constants = statement.Constants;
        Take(statement);
    }

    /// <summary>Its query id shows: what it was taken for until now was told by its text. A plan that was had by that
    /// stays, or its class could change while it runs, unless it was another statement's; all else is asked for anew,
    /// for the id may tell more.</summary>
    public void TakeById(KnownStatement? statement)
    {
        if (
            Answer?.Facts?.Profile is null
            || (Statement is { QueryId: not 0 } inferred && inferred.QueryId != statement?.QueryId)
        )
            (Answer, AskedBy, Inferred, IsEvidenceAsked) = (null, null, null, false);
        Take(statement);
    }

    public void Learn(long queryId) => Row = Row with { QueryId = queryId };

    /// <summary>What its backend runs now takes its place; nothing is known of either yet.</summary>
    public void GoOn(ActivityText text)
    {
        Row = Row with
        {
            Started = text.Started,
            QueryId = text.QueryId,
            HasWritten = true,
            BeganWithTransaction = false,
        };
        (Handed, LockWait, Sightings) = (null, TimeSpan.Zero, 1);
        (Constants, Expected, _holdsRows) = (null, null, null);
        (_phase, _plan, Work) = (new PhaseWatch(), PlanFacts.Pending, WorkWait.None);
        (WaitsForLogSince, HoldsUpLog, WroteNothingBefore) = (null, false, false);
    }
}
