using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Classify;

/// <summary>A class with its condition ready to evaluate; null is always true.</summary>
internal sealed record CompiledClass(QueryClass Class, CompiledCondition? Condition);
