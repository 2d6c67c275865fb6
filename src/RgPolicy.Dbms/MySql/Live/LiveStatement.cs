using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Poll;

namespace RgPolicy.Dbms.MySql.Live;

/// <summary>What was counted of one running statement, and when it is looked at again.</summary>
internal sealed class LiveStatement
{
    // What is over sooner costs less than a look at it.
    private static readonly TimeSpan FirstLook = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(5);

    private readonly StatementClauses _clauses;
    private RowCounts? _before;
    private TimeSpan _next = FirstLook;

    public LiveStatement(StatementFacts statement) => _clauses = StatementClauses.Of(statement.Text ?? "");

    public long MemoryBytes { get; private set; }

    public bool IsDue(TimeSpan age) => age >= _next;

    public void Take(RunningStatement statement, LiveFacts? counted, TimeSpan age)
    {
        var pause = age < LongestPause ? age : LongestPause;
        _next = age + pause;
        if (counted is null)
            return;
        _before ??= counted.Rows;
        MemoryBytes = counted.MemoryBytes;
        if (statement.Answer?.Facts?.Profile is { } known && !LiveJudge.MayChange(known))
            return;
        var facts = counted with { Rows = counted.Rows - _before.Value };
        var profile = LiveJudge.Judge(statement.Statement.Kind, _clauses, facts, statement.RowsWritten);
        statement.Answer = PlanAnswer.Lasting(PlanFacts.Known(profile, LiveJudge.Source));
    }
}

/// <summary>Looks, with polls, at statements that have run for a while: soon, and ever more seldom as they grow
/// older.</summary>
internal sealed class LivePlans(MySqlServerTraits traits, TimeProvider time)
{
    // The others come with the next poll.
    private const int MostAtOnce = 50;

    private readonly LiveReader _reader = new(traits, time);

    public async Task UpdateAsync(
        MySqlLink link,
        IReadOnlyList<RunningStatement> running,
        DateTimeOffset now,
        CancellationToken cancellationToken
    )
    {
        var due = running.Where(each => IsDue(each, now)).Take(MostAtOnce).ToArray();
        if (due.Length == 0)
            return;
        var found = await _reader.ReadAsync(link, [.. due.Select(each => each.Row.SessionId)], cancellationToken);
        foreach (var statement in due)
            statement.Live?.Take(statement, found.GetValueOrDefault(statement.Row.SessionId), now - statement.Started);
    }

    private static bool IsDue(RunningStatement statement, DateTimeOffset now)
    {
        if (StatementProfile.FromKind(statement.Statement.Kind) is not null)
            return false;
        statement.Live ??= new LiveStatement(statement.Statement);
        return statement.Live.IsDue(now - statement.Started);
    }
}

/// <summary>What the server counts of a statement while it runs, and what it has open.</summary>
internal sealed record LiveFacts
{
    /// <summary>Tables, ranges and joins without an index, of this execution.</summary>
    public AccessCounts Access { get; init; }

    /// <summary>Rows since the first look, and so at least those of this execution.</summary>
    public RowCounts Rows { get; init; }

    /// <summary>The tables that it holds open, without those of which the server keeps no statistics, such as views and
    /// temporary tables; null where the server does not tell what is open.</summary>
    public ImmutableArray<OpenTable>? Tables { get; init; }

    public long MemoryBytes { get; init; }
}

/// <summary>How a statement reads its tables; set when its execution begins.</summary>
/// <remarks><c>Scans</c>: queries whose first table is read whole, or by a whole index. <c>FullJoins</c>: further
/// tables that are read without an index. <c>Ranges</c>: tables of which a range is read. <c>RowsExamined</c>: rows
/// that a write has looked at; of a query told when it ends.</remarks>
internal readonly record struct AccessCounts(
    long Scans,
    long FullJoins,
    long Ranges,
    long Sorts,
    long TemporaryTables,
    long RowsExamined
)
{
    /// <summary>With those of a statement within it, such as one of a function.</summary>
    public static AccessCounts operator +(AccessCounts a, AccessCounts b) =>
        new(
            a.Scans + b.Scans,
            a.FullJoins + b.FullJoins,
            a.Ranges + b.Ranges,
            a.Sorts + b.Sorts,
            a.TemporaryTables + b.TemporaryTables,
            a.RowsExamined + b.RowsExamined
        );
}

/// <summary>What storage engines were asked for by a session.</summary>
/// <remarks><c>LookedUp</c>: rows looked up by a key. <c>Followed</c>: rows that follow another one in an index.
/// <c>Stored</c>: rows that were put into tables, temporary ones too, or changed there.</remarks>
internal readonly record struct RowCounts(long LookedUp, long Followed, long Scanned, long Stored)
{
    public long Read => LookedUp + Followed + Scanned;

    public static RowCounts operator -(RowCounts a, RowCounts b) =>
        new(a.LookedUp - b.LookedUp, a.Followed - b.Followed, a.Scanned - b.Scanned, a.Stored - b.Stored);
}

/// <remarks><c>Rows</c>: its rows by the server's statistics; null where they are not known. <c>Bytes</c>: the size of
/// its rows by the same; null where that is not known.</remarks>
internal sealed record OpenTable(string Schema, string Name, long? Rows, long? Bytes);
