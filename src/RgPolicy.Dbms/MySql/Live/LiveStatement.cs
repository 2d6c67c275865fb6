using RgPolicy.Dbms.Fetching;
using RgPolicy.Dbms.MySql.Poll;
using RgPolicy.Engine.Observe;

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
