using RgPolicy.Dbms.Fetching;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Poll;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

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

    /// <summary>Of a statement.</summary>
    public LiveStatement(StatementFacts statement) => _clauses = StatementClauses.Of(statement.Text ?? "");

    /// <summary>What the session had allocated at the last look, bytes.</summary>
    public long MemoryBytes { get; private set; }

    /// <summary>Whether it is time to look at one of this age.</summary>
    public bool IsDue(TimeSpan age) => age >= _next;

    /// <summary>Takes in what was counted.</summary>
    /// <param name="statement">The statement.</param>
    /// <param name="counted">Rows since the session began; null where it ran nothing.</param>
    /// <param name="age">How long it had been running.</param>
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

    /// <summary>Looks at those whose time has come.</summary>
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
