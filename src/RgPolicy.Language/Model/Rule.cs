using RgPolicy.Language.Conditions;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Model;

/// <summary>A run-time rule on the queries of a class.</summary>
/// <param name="Name">The rule's name.</param>
/// <param name="Classes">The classes that it watches (at least one).</param>
/// <param name="During">Only inside this window, where given.</param>
/// <param name="Steps">The ladder.</param>
/// <param name="Unless">While true it suspends all steps and undoes them.</param>
/// <param name="Range">Where it stands.</param>
public sealed record Rule(
    string Name,
    ImmutableArray<QueryClass> Classes,
    Window? During,
    ImmutableArray<RuleStep> Steps,
    Condition? Unless,
    TextRange Range
);

/// <summary>One step of a rule's ladder: the last step whose condition holds is the one in force.</summary>
public sealed record RuleStep(Condition When, RuleAction Then, TextRange Range);

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
