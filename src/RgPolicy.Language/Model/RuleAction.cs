namespace RgPolicy.Language.Model;

/// <summary>What a step of a run-time rule does.</summary>
public abstract record RuleAction
{
    /// <summary><c>log</c></summary>
    public sealed record Log : RuleAction;

    /// <summary><c>notify</c></summary>
    public sealed record Notify : RuleAction;

    /// <summary><c>deprioritize</c></summary>
    public sealed record Deprioritize : RuleAction;

    /// <summary><c>limit SETTING VALUE</c></summary>
    public sealed record Limit(Setting Setting) : RuleAction;

    /// <summary><c>move to POOL</c></summary>
    public sealed record MoveTo(Pool Pool) : RuleAction;

    /// <summary><c>shrink next</c></summary>
    public sealed record ShrinkNext : RuleAction;

    /// <summary><c>quarantine fingerprint [to POOL] for T</c>; no pool means the lowest.</summary>
    public sealed record Quarantine(Pool? Pool, TimeSpan Duration) : RuleAction;

    /// <summary><c>cancel</c></summary>
    public sealed record Cancel : RuleAction;

    /// <summary>As a policy writes it, without how long a quarantine lasts.</summary>
    public string ToText() =>
        this switch
        {
            Log => "log",
            Notify => "notify",
            Deprioritize => "deprioritize",
            Limit limit => "limit " + limit.Setting.Text,
            MoveTo move => "move to " + move.Pool.Name,
            ShrinkNext => "shrink next",
            Quarantine { Pool: { } pool } => "quarantine fingerprint to " + pool.Name,
            Quarantine => "quarantine fingerprint",
            Cancel => "cancel",
            _ => GetType().Name,
        };
}
