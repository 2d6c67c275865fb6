namespace RgPolicy.Engine.Decide;

/// <summary>Where one process was last put.</summary>
/// <param name="owner">The backend whose query it works for.</param>
internal sealed class Placement(int owner)
{
    /// <summary>The pool's meaning has changed: it must be put there again.</summary>
    public const int Stale = -1;

    public int Owner { get; } = owner;

    /// <summary>The pool, 0 where it was never moved.</summary>
    public int Pool { get; set; }

    /// <summary>Whether it was put there as a process that may wait for reads.</summary>
    public bool MayWaitForReads { get; set; }

    /// <summary>Where it is if the last move failed.</summary>
    public int Before { get; set; }

    public int Attempts { get; set; }

    public DateTimeOffset RetryAt { get; set; } = DateTimeOffset.MinValue;
}
