using RgPolicy.Language.Conditions;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Model;

/// <summary>One step of a rule's ladder: the last step whose condition holds is the one in force.</summary>
public sealed record RuleStep(Condition When, RuleAction Then, TextRange Range);
