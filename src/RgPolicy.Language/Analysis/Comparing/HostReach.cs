using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Whether an answer about policies holds on every host, or only on that of their target.</summary>
public static class HostReach
{
    /// <summary>
    /// True where no policy names a fact of its host as a constant and, with a named target, none asks for one as a
    /// signal: there the signal has the target's value, and else any.
    /// </summary>
    /// <param name="policies">The policies.</param>
    /// <param name="target">The target that they are bound for.</param>
    /// <param name="condition">What else is asked, or null.</param>
    public static bool IsEveryHost(
        IReadOnlyCollection<Policy> policies,
        TargetProfile target,
        Condition? condition = null
    )
    {
        var asked = policies.SelectMany(AskedConditions.Of).Concat(condition is null ? [] : [condition]);
        var namesFact =
            !target.IsAssumed && new AskedQuestions(asked).Signals.Any(signal => target.FactOf(signal) is not null);
        return !namesFact && !policies.Any(policy => policy.NamesHost);
    }
}

/// <summary>Everything that anything in a policy asks.</summary>
internal static class AskedConditions
{
    public static IEnumerable<Condition> Of(Policy policy) =>
        [
            .. policy.Classes.Select(query => query.Condition).OfType<Condition>(),
            .. policy.Rules.SelectMany(rule => rule.Steps).Select(step => step.When),
            .. policy.Rules.Select(rule => rule.Unless).OfType<Condition>(),
            .. policy
                .Rules.Select(rule => rule.During)
                .OfType<Window>()
                .Select(window => new DuringCondition(window, "", default)),
            .. policy.States.Select(state => state.When),
            .. policy.States.Select(state => state.Until).OfType<Condition>(),
        ];
}
