namespace RgPolicy.Engine.Objectives;

/// <summary>The patience of the controllers that keep objectives.</summary>
public sealed record ObjectiveOptions
{
    /// <summary>The window that shows the present; whole seconds, at most <see cref="LongWindow"/>.</summary>
    public TimeSpan ShortWindow { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The window that shows that it lasts; whole seconds, at most 10 minutes.</summary>
    public TimeSpan LongWindow { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Fewer sightings of the class than this in the long window, and the objective is not judged.</summary>
    public int LeastSightings { get; init; } = 100;

    /// <summary>So far above what is allowed, as a fraction of it, nothing is done yet.</summary>
    public double DeadBand { get; init; } = 0.1;

    /// <summary>Only below this fraction of what is allowed is anything given back.</summary>
    public double Comfort { get; init; } = 0.5;

    /// <summary>A change is judged after so long; at least the short window.</summary>
    public TimeSpan JudgeAfter { get; init; } = TimeSpan.FromSeconds(12);

    /// <summary>A change that lowered the lateness by less than this fraction did not help, and is reverted.</summary>
    public double LeastGain { get; init; } = 0.2;

    /// <summary>Between a change and giving something back at least this long.</summary>
    public TimeSpan RelaxAfter { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The pause after a change that was reverted; it doubles with each further one.</summary>
    public TimeSpan FirstBackOff { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>The longest pause.</summary>
    public TimeSpan LongestBackOff { get; init; } = TimeSpan.FromHours(1);
}
