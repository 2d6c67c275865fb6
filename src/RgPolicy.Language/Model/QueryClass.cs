using RgPolicy.Language.Conditions;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Model;

/// <summary>A class of queries and its pool. The last one is <c>default</c> and has no condition.</summary>
/// <param name="Name">The class's name; <c>default</c> for the last.</param>
/// <param name="Index">Position in <see cref="Policy.Classes"/>.</param>
/// <param name="Pool">Where its queries go.</param>
/// <param name="Condition">Null only for <c>default</c>.</param>
/// <param name="Range">The whole statement's place; its start line is what explanations print.</param>
public sealed record QueryClass(string Name, int Index, Pool Pool, Condition? Condition, TextRange Range);
