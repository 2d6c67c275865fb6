namespace RgPolicy.Language.Analysis.Regions;

/// <summary>
/// Counts steps of the exact search, so that a verdict costs bounded time on every machine alike. One
/// step is a look at one box; deciding whether boxes cover a box is co-NP-hard, so a bound there must be.
/// </summary>
internal sealed class WorkBudget(long steps, CancellationToken cancellation = default)
{
    public const long PerPolicy = 30_000_000;

    public const long PerQuestion = 4_000_000;

    private const int BoxesPerStep = 16;

    private readonly long _steps = steps;
    private long _left = steps;
    private long _leftForQuestion = PerQuestion;

    /// <summary>True when the question at hand must be given up.</summary>
    public bool IsSpent => _left <= 0 || _leftForQuestion <= 0;

    /// <summary>Steps that were spent so far.</summary>
    public long Spent => _steps - _left;

    /// <summary>True when nothing can be asked any more.</summary>
    public bool IsGone => _left <= 0;

    /// <exception cref="OperationCanceledException">The answer is not waited for any more.</exception>
    public void Begin(long limit = PerQuestion)
    {
        cancellation.ThrowIfCancellationRequested();
        _leftForQuestion = limit;
    }

    /// <summary>Ends the question without an answer.</summary>
    public void GiveUp() => _leftForQuestion = 0;

    /// <summary>Counts a run that passes over most boxes: many of them cost as much as a look at one.</summary>
    public void Scan(int boxes) => Spend((boxes / BoxesPerStep) + 1);

    public void Spend(int count)
    {
        _left -= count;
        _leftForQuestion -= count;
    }
}
