namespace RgPolicy.Simulation.Running;

/// <summary>
/// When speeds are found anew, and when hit ratios too, which is most of the work. What is the same keeps its speed meanwhile, so that neither short executions by the
/// thousand nor queries by the hundred make a play take minutes.
/// </summary>
/// <param name="seconds">How long the mix is played.</param>
/// <param name="whole">What a play may spend evenly over its time.</param>
internal sealed class SolutionBudget(double seconds, double whole = SolutionBudget.Usual)
{
    /// <summary>What is usual: about 0.4 seconds of a processor.</summary>
    public const double Usual = 2e6;

    // Speeds are not found anew more often, unless something runs that did not run before.
    private const double LeastPatience = 0.02;
    private const double MostSolutions = 20_000;

    // A part of the whole, besides, for what has just begun to run.
    private const double AtOnce = 0.5;

    // A mix of which few solutions spend all of that gets more.
    private const double FewestSolutions = 20;

    private readonly double _patience = Math.Max(LeastPatience, seconds / MostSolutions);
    private double _budget = whole;
    private double _spent;
    private double _spentAtOnce;
    private double _last = double.NegativeInfinity;

    /// <summary>When hit ratios that are old may be found anew at the earliest: not before the next time that speeds are
    /// due, so that time goes on.</summary>
    /// <param name="now">Seconds that were played.</param>
    public double Next(double now) => Math.Max(now + _patience, (_spent / _budget * seconds) - _patience);

    /// <summary>Whether speeds are found anew now.</summary>
    /// <param name="now">Seconds that were played.</param>
    /// <param name="isNew">Something runs that did not run before.</param>
    public bool IsDue(double now, bool isNew) => isNew || now - _last >= _patience;

    /// <summary>Whether hit ratios are found anew too; else they stay.</summary>
    /// <param name="now">Seconds that were played.</param>
    /// <param name="isNew">Something runs that did not run before.</param>
    public bool MaySolve(double now, bool isNew) => IsOnPace(now) || (isNew && _spentAtOnce <= AtOnce * _budget);

    /// <summary>Tells what it has cost.</summary>
    public void Spend(long work, double now)
    {
        _last = now;
        if (IsOnPace(now))
            _spent += work;
        else
            _spentAtOnce += work;
        _budget = Math.Max(_budget, FewestSolutions * work);
    }

    private bool IsOnPace(double now) => _spent <= _budget * Math.Min(1, (now + _patience) / seconds);
}
