namespace RgPolicy.Simulation.Timing;

/// <summary>
/// When the hit ratios of a domain are found anew, which is most of the work. Until then they stay, so that neither
/// short executions by the thousand nor queries by the hundred make a play take minutes.
/// </summary>
/// <param name="seconds">How long the mix is played.</param>
/// <param name="whole">What may be spent evenly over that time.</param>
internal sealed class SolutionBudget(double seconds, double whole)
{
    /// <summary>What is usual for a machine: about 0.4 seconds of a processor.</summary>
    public const double Usual = 2e6;

    // A part of the whole, besides, for what has just begun to run: some of it at once, the rest as time goes on.
    private const double ForNew = 0.5;
    private const double AtOnce = 0.3;

    // A mix of which few solutions spend all of that gets more.
    private const double FewestSolutions = 20;

    private double _budget = whole;
    private double _spent;
    private double _spentForNew;

    /// <summary>For whoever asks once.</summary>
    public static SolutionBudget Unlimited => new(1, double.PositiveInfinity);

    /// <summary>When hit ratios that are old may be found anew.</summary>
    public double Next => _spent / _budget * seconds;

    /// <summary>Whether hit ratios are found anew; else they stay.</summary>
    /// <param name="now">Seconds that were played.</param>
    /// <param name="isNew">Something runs that did not run before.</param>
    public bool MaySolve(double now, bool isNew) => IsOnPace(now) || (isNew && _spentForNew <= DueForNew(now));

    /// <summary>Tells what it has cost.</summary>
    public void Spend(long work, double now)
    {
        if (IsOnPace(now))
            _spent += work;
        else
            _spentForNew += work;
        _budget = Math.Max(_budget, FewestSolutions * work);
    }

    private bool IsOnPace(double now) => now >= Next;

    private double DueForNew(double now) => ForNew * _budget * (AtOnce + ((1 - AtOnce) * Math.Min(1, now / seconds)));
}
