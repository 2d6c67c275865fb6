using System.Collections.Immutable;
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
